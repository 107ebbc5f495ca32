package io.sluice.hbase.programs.spark;

import io.sluice.hbase.programs.HBaseProgram;
import io.sluice.hbase.programs.Platform;
import io.sluice.hbase.programs.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs a job on a small Spark cluster: master, worker and driver in one JVM, and an executor with two cores in its own
 * JVM, as in production.
 */
final class SparkProgram {
    private static final String MASTER = "local-cluster[1,2,1024]";
    private static final Duration MOST = Duration.ofMinutes(5);

    /** Packages that Spark needs open, beside those for HBase. Spark itself opens them in the executor's JVM. */
    private static final List<String> OPENED = List.of(
            "java.io",
            "java.lang.invoke",
            "java.util.concurrent.atomic",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    private SparkProgram() {}

    /**
     * Runs a job, which must succeed.
     *
     * @param job its class
     * @param arguments its arguments, the first of which is the table
     */
    static HBaseProgram.Outcome run(Way way, Map<String, String> cluster, Class<?> job, List<String> arguments)
            throws IOException, InterruptedException {
        Path folder = Path.of("target", "spark", arguments.get(0)).toAbsolutePath();
        Platform platform = Platform.of(SparkProgram.class, List.of());
        try (HBaseProgram program = HBaseProgram.start(
                folder,
                new Platform(platform.classPath(), flags(folder, platform.classPath())),
                way,
                cluster,
                job.getName(),
                arguments)) {
            return program.end(MOST).orFail();
        }
    }

    /** Spark takes system properties as settings. */
    private static List<String> flags(Path folder, String classPath) throws IOException {
        // The worker looks for an installation of Spark, whose jars come last on the executor's class path.
        Files.createDirectories(folder.resolve("jars"));
        List<String> flags = new ArrayList<>();
        OPENED.forEach(name -> flags.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        flags.addAll(List.of(
                "-Dspark.test.home=" + folder,
                "-Dspark.executorEnv.SPARK_SCALA_VERSION=2.13",
                "-Dspark.master=" + MASTER,
                "-Dspark.executor.extraClassPath=" + classPath,
                "-Dspark.driver.host=localhost",
                "-Dspark.driver.bindAddress=127.0.0.1",
                "-Dspark.local.dir=" + folder.resolve("tmp"),
                "-Dspark.ui.enabled=false"));
        return flags;
    }
}
