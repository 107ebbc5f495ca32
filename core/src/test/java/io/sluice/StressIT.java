package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.Main;

/**
 * Runs every {@code @JCStressTest} of this module, in its short form. The system property {@value #OPTIONS} replaces the
 * options that make it short.
 */
class StressIT {
    private static final String OPTIONS = "sluice.stress.options";

    /** One JVM for a test and 300 ms in it, with a small heap, wherever the system puts the threads. */
    private static final String SHORT =
            "-f 1 -iters 1 -time 300 -sc false -af NONE -hs 64 -spinStyle THREAD_YIELD -jvmArgs -XX:+UseSerialGC";

    /** Handed on to each fork, and no smaller than what jcstress takes there unless told otherwise. */
    private static final String HEAP = "-Xmx512m";

    private static final long LIMIT_MINUTES = 10;
    private static final Path FOLDER = Path.of("target", "jcstress");

    /** The last of these lines tells of the whole run. */
    private static final Pattern SCORE = Pattern.compile("Results: (\\d+) planned; (\\d+) passed");

    @Test
    void stressTests_all_showNoForbiddenOutcome() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "two threads shall run at the same time");
        Path folder = Files.createDirectories(FOLDER).toAbsolutePath();
        Path log = folder.resolve("output.txt");

        int exitCode = run(folder, log);

        String output = Files.readString(log);
        assertThat(exitCode).as(() -> output).isZero();
        Matcher score = SCORE.matcher(output);
        int planned = 0;
        int passed = 0;
        while (score.find()) {
            planned = Integer.parseInt(score.group(1));
            passed = Integer.parseInt(score.group(2));
        }
        assertThat(planned).as(() -> output).isPositive();
        assertThat(passed).as(() -> output).isEqualTo(planned);
    }

    /** Its own JVM, since jcstress ends the one it is in, and starts others like it. */
    private static int run(Path folder, Path log) throws IOException, InterruptedException {
        String options = System.getProperty(OPTIONS, SHORT);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-cp",
                classPath(),
                Main.class.getName(),
                "-r",
                folder.toString()));
        command.addAll(List.of(options.trim().split("\\s+", -1)));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!options.equals(SHORT)) {
            return process.waitFor();
        }
        try {
            boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
            assertThat(ended)
                    .as("ended within %d minutes, see %s", LIMIT_MINUTES, log)
                    .isTrue();
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Absolute, as the child has another working directory. */
    private static String classPath() {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            entries.add(new File(entry).getAbsolutePath());
        }
        return String.join(File.pathSeparator, entries);
    }
}
