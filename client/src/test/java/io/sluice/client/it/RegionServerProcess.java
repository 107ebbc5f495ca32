package io.sluice.client.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.embedded.EmbeddedHBase;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** A region server of an embedded cluster in a process of its own, which a test can freeze. */
final class RegionServerProcess implements AutoCloseable {
    private static final String CHILD_MAIN = "io.sluice.embedded.child.ChildMain";
    private static final String MAIN = "org.apache.hadoop.hbase.regionserver.HRegionServer";

    private final Process process;
    private final int port;

    private RegionServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one, with the settings, the Java and the class path of the cluster's own process. */
    static RegionServerProcess start(EmbeddedHBase cluster) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path site = Files.createDirectories(cluster.folder().resolve("region-server"));
        Files.writeString(site.resolve("hbase-site.xml"), settings(cluster, port));
        List<String> words = new ArrayList<>();
        for (String word : Files.readAllLines(cluster.folder().resolve("child.args"), UTF_8)) {
            if (word.equals('"' + CHILD_MAIN + '"')) {
                break;
            }
            boolean isClassPath =
                    !words.isEmpty() && words.get(words.size() - 1).equals("\"-cp\"");
            words.add(isClassPath ? '"' + site.toString() + File.pathSeparator + word.substring(1) : word);
        }
        words.add(MAIN);
        words.add("start");
        Path arguments = site.resolve("java.args");
        Files.write(arguments, words, UTF_8);
        String java =
                ProcessHandle.of(cluster.pid()).orElseThrow().info().command().orElseThrow();
        Process process = new ProcessBuilder(java, "@" + arguments)
                .redirectErrorStream(true)
                .redirectOutput(site.resolve("log").toFile())
                .start();
        return new RegionServerProcess(process, port);
    }

    private static String settings(EmbeddedHBase cluster, int port) throws IOException {
        Properties all = new Properties();
        try (Reader reader = Files.newBufferedReader(cluster.folder().resolve("child.properties"), UTF_8)) {
            all.load(reader);
        }
        all.putAll(cluster.settings());
        // Else it would not start a server but refer to the one that has all in it.
        all.setProperty("hbase.cluster.distributed", "true");
        all.setProperty("hbase.regionserver.port", "" + port);
        StringBuilder xml = new StringBuilder("<configuration>\n");
        all.forEach((key, value) -> xml.append("<property><name>")
                .append(key)
                .append("</name><value>")
                .append(value)
                .append("</value></property>\n"));
        return xml.append("</configuration>\n").toString();
    }

    /** Its name as the master knows it, or an empty text before that. */
    String name(EmbeddedHBase cluster) throws IOException {
        return cluster.client().servers().stream()
                .filter(name -> name.contains("," + port + ","))
                .findFirst()
                .orElse("");
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Stops it where it is: its sockets stay open, and nothing answers. */
    void freeze() throws IOException, InterruptedException {
        signal("-STOP");
    }

    void thaw() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int code =
                new ProcessBuilder("kill", signal, "" + process.pid()).start().waitFor();
        if (code != 0) {
            throw new IOException("kill " + signal + " ended with " + code);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            boolean unused = process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
