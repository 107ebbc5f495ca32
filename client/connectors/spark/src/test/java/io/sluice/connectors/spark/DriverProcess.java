package io.sluice.connectors.spark;

import io.sluice.embedded.HBaseJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A driver in a JVM of its own with a small cluster: master and workers in the driver, two executors of one core in JVMs of
 * their own, as in production. All of them have the jar that is shipped after Spark's own jars on their class path.
 */
final class DriverProcess implements AutoCloseable {
    private static final String MASTER = "local-cluster[2,1,512]";

    private final HBaseJvm jvm;
    private final Process process;
    private final Path faults;

    private DriverProcess(HBaseJvm jvm, Process process, Path faults) {
        this.jvm = jvm;
        this.process = process;
        this.faults = faults;
    }

    /**
     * Starts a job.
     *
     * @param folder absolute, for output and temporary files
     * @param tasksThatFail how many tasks fail, each twice
     */
    static DriverProcess start(
            Path folder, NumberedJob job, FaultySource.Fault fault, int tasksThatFail, Map<String, String> client)
            throws IOException {
        String classPath = classPath();
        Path faults = Files.createTempDirectory(Files.createDirectories(folder), "faults");
        List<String> arguments = new ArrayList<>(List.of(
                job.table(),
                "" + job.rows(),
                "" + job.tasks(),
                job.timestamp(),
                fault.name(),
                "" + tasksThatFail,
                "" + faults));
        client.forEach((name, value) -> arguments.add(name + "=" + value));
        HBaseJvm jvm = new HBaseJvm(folder, Map.of(), classPath, flags(folder, classPath));
        return new DriverProcess(jvm, jvm.start(NumberedJob.class.getName(), arguments), faults);
    }

    private static String classPath() throws IOException {
        String tests = NumberedJob.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        String spark = Files.readString(Path.of(System.getProperty("sluice.spark.classpath.file")));
        String bundle =
                Path.of(System.getProperty("sluice.spark.bundle")).toRealPath().toString();
        return String.join(File.pathSeparator, tests, spark.strip(), bundle);
    }

    /** Spark takes system properties as settings. */
    private static List<String> flags(Path folder, String classPath) throws IOException {
        // The worker looks for an installation of Spark, whose jars come last on the executor's class path.
        Files.createDirectories(folder.resolve("jars"));
        List<String> flags = new ArrayList<>(
                List.of(System.getProperty("sluice.spark.jvm.flags", "").split(" ", -1)));
        flags.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-Dspark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                "-Dspark.test.home=" + folder,
                "-Dspark.executorEnv.SPARK_SCALA_VERSION=2.13",
                "-Dspark.master=" + MASTER,
                "-Dspark.executor.memory=512m",
                "-Dspark.executor.extraClassPath=" + classPath,
                "-Dspark.task.maxFailures=100",
                "-Dspark.deploy.maxExecutorRetries=-1",
                "-Dspark.driver.host=localhost",
                "-Dspark.driver.bindAddress=127.0.0.1",
                "-Dspark.local.dir=" + folder.resolve("tmp"),
                "-Dspark.sql.warehouse.dir=" + folder.resolve("tmp"),
                "-Dspark.ui.enabled=false"));
        return flags;
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Returns how often a task has failed. */
    long failures() throws IOException {
        try (var files = Files.list(faults)) {
            return files.count();
        }
    }

    /** @throws IOException if it did not end well in this time */
    void await(long minutes) throws IOException, InterruptedException {
        if (!process.waitFor(minutes, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IOException(
                    (process.isAlive() ? "no end after " + minutes + " minutes" : "exit code " + process.exitValue())
                            + ", see " + jvm.log());
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
