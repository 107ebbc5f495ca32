package io.sluice.bench.nullserver;

import io.sluice.bench.writer.Pinning;
import io.sluice.bench.writer.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A {@link NullServer} in its own process. */
public final class NullServerProcess implements AutoCloseable {
    private static final List<String> JVM_FLAGS =
            List.of("-Xms256m", "-Xmx256m", "--add-opens=java.base/java.nio=ALL-UNNAMED");

    private final ServerJvm jvm;
    private final String port;

    private NullServerProcess(ServerJvm jvm, String port) {
        this.jvm = jvm;
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
                server.jvm.order(ports);
            }
            return started;
        } catch (IOException | RuntimeException e) {
            started.forEach(NullServerProcess::close);
            throw e;
        }
    }

    private static NullServerProcess launch(int tables, Pinning pinning) throws IOException {
        ServerJvm jvm = ServerJvm.start(pinning, JVM_FLAGS, NullServer.class, List.of(Integer.toString(tables)));
        try {
            return new NullServerProcess(jvm, jvm.answer());
        } catch (IOException e) {
            jvm.close();
            throw e;
        }
    }

    /** The name of a table by its number, from 0. */
    public static String table(int number) {
        return NullServer.table(number);
    }

    /** The process id. */
    public long pid() {
        return jvm.pid();
    }

    /** Returns the target of clients. They find the cluster by the server that has {@code hbase:meta}. */
    public Target target() {
        return target(port, jvm.pid());
    }

    /** Returns the target of clients of a null server. */
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
        jvm.close();
    }
}
