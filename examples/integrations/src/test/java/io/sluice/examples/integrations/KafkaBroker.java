package io.sluice.examples.integrations;

import io.sluice.embedded.EmbeddedHBase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real Kafka broker in a separate JVM, with its data in a temporary folder. */
final class KafkaBroker implements AutoCloseable {
    private static final String CLUSTER = "MkU3OEVBNTcwNTJENDM2Qg";

    private final Path folder;
    private final Process process;
    private final int port;

    private KafkaBroker(Path folder, Process process, int port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
    }

    static KafkaBroker start(String classPath) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sluice-kafka-");
        int port = freePort();
        int controllerPort = freePort();
        Path settings = folder.resolve("server.properties");
        Files.writeString(
                settings,
                String.join(
                        "\n",
                        "process.roles=broker,controller",
                        "node.id=1",
                        "listeners=PLAINTEXT://localhost:" + port + ",CONTROLLER://localhost:" + controllerPort,
                        "advertised.listeners=PLAINTEXT://localhost:" + port,
                        "controller.listener.names=CONTROLLER",
                        "controller.quorum.voters=1@localhost:" + controllerPort,
                        "log.dirs=" + folder.resolve("data"),
                        "offsets.topic.replication.factor=1",
                        "offsets.topic.num.partitions=1",
                        "group.initial.rebalance.delay.ms=0",
                        "num.partitions=3"));
        Process format =
                java(folder, classPath, "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", settings.toString());
        if (!format.waitFor(2, TimeUnit.MINUTES) || format.exitValue() != 0) {
            throw new IOException("Kafka's storage was not formatted: " + Files.readString(log(folder)));
        }
        return new KafkaBroker(folder, java(folder, classPath, "kafka.Kafka", settings.toString()), port);
    }

    private static Process java(Path folder, String classPath, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                EmbeddedHBase.java().toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "-cp",
                classPath));
        command.addAll(Arrays.asList(words));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log(folder).toFile()))
                .start();
    }

    private static Path log(Path folder) {
        return folder.resolve("kafka.log");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    String address() {
        return "localhost:" + port;
    }

    /** Its log, for messages. */
    String log() throws IOException {
        return Files.readString(log(folder));
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
