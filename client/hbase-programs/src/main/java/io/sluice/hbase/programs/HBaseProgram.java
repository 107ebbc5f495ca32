package io.sluice.hbase.programs;

import io.sluice.embedded.EmbeddedHBase;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One of HBase's programs, unchanged, in a JVM of its own, with a configuration that says where the cluster is and how the
 * connection writes. Closing it ends the program, if it still runs.
 */
public final class HBaseProgram implements AutoCloseable {
    private static final String CLASS_PATH = "program-classpath.txt";

    /** Packages that Hadoop and HBase look into. */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.reflect",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.net",
            "sun.nio.ch");

    private final Process process;
    private final Path folder;
    private final long begunNanos = System.nanoTime();

    private HBaseProgram(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /**
     * How a program ended.
     *
     * @param lines what it has printed and logged
     * @param wall from the start of the JVM to its end
     * @param cpu of the whole JVM
     * @param folder with its configuration and output
     */
    public record Outcome(int exitCode, List<String> lines, Duration wall, Duration cpu, Path folder) {
        /**
         * Returns this.
         *
         * @throws IOException if the exit code is not 0
         */
        public Outcome orFail() throws IOException {
            if (exitCode != 0) {
                throw new IOException("exit code " + exitCode + ", see " + folder);
            }
            return this;
        }
    }

    /**
     * Starts a program.
     *
     * @param folder for its configuration and output; it is made
     * @param settings of {@code hbase-site.xml}: the cluster, and others
     * @param main the class
     */
    public static HBaseProgram start(
            Path folder, Way way, Map<String, String> settings, String main, List<String> arguments)
            throws IOException {
        Path absolute = Files.createDirectories(folder.toAbsolutePath());
        Path temporary = Files.createDirectories(absolute.resolve("tmp"));
        Map<String, String> all = new TreeMap<>(way.settings());
        all.put("hadoop.tmp.dir", temporary.toString());
        all.put("hbase.fs.tmp.dir", temporary.toString());
        all.putAll(settings);
        Path conf = Files.createDirectories(absolute.resolve("conf"));
        Files.writeString(conf.resolve("hbase-site.xml"), xml(all));
        List<String> command = command(conf, temporary);
        command.add(main);
        command.addAll(arguments);
        return new HBaseProgram(
                new ProcessBuilder(command)
                        .directory(absolute.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(absolute.resolve("output.txt").toFile())
                        .start(),
                absolute);
    }

    private static String xml(Map<String, String> settings) {
        StringBuilder xml = new StringBuilder("<configuration>\n");
        settings.forEach((key, value) -> xml.append("  <property><name>")
                .append(key)
                .append("</name><value>")
                .append(value)
                .append("</value></property>\n"));
        return xml.append("</configuration>\n").toString();
    }

    private static List<String> command(Path conf, Path temporary) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(EmbeddedHBase.java().toString());
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        command.add("-Xmx1g");
        command.add("-Djava.net.preferIPv4Stack=true");
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-cp");
        command.add(conf + File.pathSeparator + location() + File.pathSeparator + classPath());
        command.add(MeasuredMain.class.getName());
        return command;
    }

    private static String location() {
        return HBaseProgram.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
    }

    private static String classPath() throws IOException {
        try (InputStream in = HBaseProgram.class.getResourceAsStream(CLASS_PATH)) {
            if (in == null) {
                throw new IOException(CLASS_PATH + " is missing: build client/hbase-programs with Maven");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
        }
    }

    /** Returns whether it has not ended yet. */
    public boolean isRunning() {
        return process.isAlive();
    }

    /**
     * Waits for its end.
     *
     * @throws IOException if it runs longer than this
     */
    public Outcome end(Duration most) throws IOException, InterruptedException {
        if (!process.waitFor(most.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new IOException("not ended after " + most + ", see " + folder);
        }
        Duration wall = Duration.ofNanos(System.nanoTime() - begunNanos);
        List<String> lines = Files.readAllLines(folder.resolve("output.txt"));
        return new Outcome(process.exitValue(), lines, wall, MeasuredMain.cpu(lines), folder);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
