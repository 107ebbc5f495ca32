package io.sluice.bench.nullserver;

import io.sluice.bench.writer.Pinning;
import io.sluice.bench.writer.Target;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A {@link NullServer} in its own process. */
public final class NullServerProcess implements AutoCloseable {
    private static final int END_SECONDS = 5;
    private static final List<String> JVM_FLAGS = List.of(
            "-Xms256m",
            "-Xmx256m",
            "-Djava.net.preferIPv4Stack=true",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

    private final Process process;
    private final String port;

    private NullServerProcess(Process process, String port) {
        this.process = process;
        this.port = port;
    }

    static NullServerProcess start(Pinning pinning) throws IOException {
        return startCluster(1, 1, pinning).get(0);
    }

    /**
     * Starts a cluster, each server in its own process. The first has {@code hbase:meta}.
     *
     * @param tables number of tables, each with {@link io.sluice.bench.writer.Rows#REGIONS} regions that are assigned
     *     to the servers round-robin
     */
    public static List<NullServerProcess> startCluster(int servers, int tables, Pinning pinning) throws IOException {
        List<NullServerProcess> started = new ArrayList<>();
        try {
            while (started.size() < servers) {
                started.add(launch(tables, pinning));
            }
            String ports = started.stream().map(server -> server.port).collect(Collectors.joining(" "));
            for (NullServerProcess server : started) {
                BufferedWriter input = server.process.outputWriter();
                input.write(ports);
                input.newLine();
                input.flush();
            }
            return started;
        } catch (IOException | RuntimeException e) {
            started.forEach(NullServerProcess::close);
            throw e;
        }
    }

    private static NullServerProcess launch(int tables, Pinning pinning) throws IOException {
        List<String> command = new ArrayList<>(pinning.prefix());
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(JVM_FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path", ""), NullServer.class.getName()));
        command.add(Integer.toString(tables));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String port = process.inputReader().readLine();
        if (port == null) {
            process.destroyForcibly();
            throw new IOException("the null server did not start");
        }
        return new NullServerProcess(process, port);
    }

    /** The name of a table by its number, from 0. */
    public static String table(int number) {
        return NullServer.table(number);
    }

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** How clients find the cluster, asked of the server that has {@code hbase:meta}. */
    public Target target() {
        return target(port, process.pid());
    }

    /** How clients find a null server. */
    static Target target(String port, long pid) {
        Map<String, String> settings = Map.of(
                "hbase.client.registry.impl",
                "org.apache.hadoop.hbase.client.RpcConnectionRegistry",
                "hbase.client.bootstrap.servers",
                "localhost:" + port);
        return new Target(NullServer.TABLE, settings, pid);
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
