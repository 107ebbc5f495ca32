package io.sluice.connectors.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A standalone worker in a separate JVM, which has nothing of Sluice on its class path, only the plug-in in a folder of
 * its own.
 */
final class WorkerProcess implements AutoCloseable {
    private final Process process;
    private final Path log;

    private WorkerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts one.
     *
     * @param classPath of Kafka Connect
     * @param plugin the plug-in as it is shipped
     * @param folder empty
     * @param bootstrap address of the broker
     * @param connector settings of a connector
     */
    static WorkerProcess start(
            String classPath, Path plugin, Path folder, String bootstrap, Map<String, String> connector)
            throws IOException {
        unzip(plugin, folder.resolve("plugins"));
        Path worker = write(
                folder.resolve("worker.properties"),
                Map.of(
                        "bootstrap.servers", bootstrap,
                        "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                        "value.converter", "org.apache.kafka.connect.storage.StringConverter",
                        "offset.storage.file.filename",
                                folder.resolve("offsets").toString(),
                        "offset.flush.interval.ms", "500",
                        "listeners", "http://localhost:0",
                        "plugin.path", folder.resolve("plugins").toString(),
                        "plugin.discovery", "service_load"));
        Path sink = write(folder.resolve("sink.properties"), connector);
        Path log = folder.resolve("worker.log");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                "org.apache.kafka.connect.cli.ConnectStandalone",
                worker.toString(),
                sink.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new WorkerProcess(process, log);
    }

    private static Path write(Path file, Map<String, String> settings) throws IOException {
        Properties properties = new Properties();
        properties.putAll(settings);
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
        return file;
    }

    private static void unzip(Path zip, Path folder) throws IOException {
        try (InputStream in = Files.newInputStream(zip);
                ZipInputStream entries = new ZipInputStream(in)) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path target = folder.resolve(entry.getName());
                if (!entry.isDirectory()) {
                    Files.createDirectories(target.getParent());
                    Files.copy(entries, target);
                }
            }
        }
    }

    /** Fails with its log if it has ended. */
    void assertRuns() {
        if (!process.isAlive()) {
            throw new AssertionError("the worker has ended with " + process.exitValue() + ":\n" + log());
        }
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (process.waitFor(30, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
