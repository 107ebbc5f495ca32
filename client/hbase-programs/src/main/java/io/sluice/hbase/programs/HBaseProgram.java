package io.sluice.hbase.programs;

import io.sluice.embedded.HBaseJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A program of HBase or of an engine, unchanged, in its own JVM, with a configuration that names the cluster and how
 * the connection writes. Closing it ends the program if it is still running.
 */
public final class HBaseProgram implements AutoCloseable {
    private final HBaseJvm jvm;
    private final Process process;
    private final long begunNanos = System.nanoTime();

    private HBaseProgram(HBaseJvm jvm, Process process) {
        this.jvm = jvm;
        this.process = process;
    }

    /**
     * How a program ended.
     *
     * @param lines its output and log
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

        /**
         * Returns the text that it printed after {@code label}.
         *
         * @throws IOException if no line begins with the label
         */
        public String printed(String label) throws IOException {
            return lines.stream()
                    .filter(line -> line.startsWith(label))
                    .map(line -> line.substring(label.length()))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no line with \"" + label + "\", see " + folder));
        }
    }

    /**
     * Starts a program.
     *
     * @param folder for its configuration and output; created if missing
     * @param settings of {@code hbase-site.xml}: the cluster, and others
     * @param main the class
     */
    public static HBaseProgram start(
            Path folder, Platform platform, Way way, Map<String, String> settings, String main, List<String> arguments)
            throws IOException {
        Path absolute = folder.toAbsolutePath();
        Map<String, String> all = new TreeMap<>(way.settings());
        all.put("hadoop.tmp.dir", absolute.resolve("tmp").toString());
        all.put("hbase.fs.tmp.dir", absolute.resolve("tmp").toString());
        all.putAll(settings);
        HBaseJvm jvm = new HBaseJvm(absolute, all, platform.classPath(), platform.jvmFlags());
        List<String> words = new ArrayList<>();
        words.add(main);
        words.addAll(arguments);
        return new HBaseProgram(jvm, jvm.start(MeasuredMain.class.getName(), words));
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
            throw new IOException("still running after " + most + ", see " + jvm.folder());
        }
        Duration wall = Duration.ofNanos(System.nanoTime() - begunNanos);
        List<String> lines = new ArrayList<>(Files.readAllLines(jvm.output()));
        lines.addAll(Files.readAllLines(jvm.log()));
        return new Outcome(process.exitValue(), lines, wall, MeasuredMain.cpu(lines), jvm.folder());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
