package io.sluice.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the job as a user does: in a JVM with the run-time class path only. */
class IngestIT {
    /** Exit code after SIGTERM. The test does not use SIGINT, which nohup and many CI servers ignore. */
    private static final int TERMINATED = 143;

    private static final long LIMIT_SECONDS = 300;

    @TempDir
    Path folder = Path.of("");

    @Test
    void flights_default_allRowsVerified() throws Exception {
        Job job = start();
        job.awaitLine("Writing ");
        List<String> lines = job.remainingLines();
        assertThat(job.exitCode()).as(String.join("\n", lines)).isZero();
        assertThat(lines).contains("  rows read         50,000", "  acknowledged      50,000", "  failed            0");
        assertThat(lines)
                .anyMatch(line -> line.startsWith("  verification      50,000 rows with")
                        && line.endsWith("read back by HBase's own client, checksum equal"));
        job.assertNoChildIsLeft();
    }

    @Test
    void csv_badLineInTheMiddle_endsWithTwoAndNamesTheLine() throws Exception {
        String records = IntStream.rangeClosed(1, 2_000).mapToObj(i -> i + ",x").collect(Collectors.joining("\n"));
        Path file = Files.writeString(folder.resolve("bad.csv"), "a,b\n" + records + "\nbroken\n");
        Job job = start("--input", file.toString(), "--regions", "2", "--key", "b");
        job.awaitLine("Writing ");
        List<String> lines = job.remainingLines();
        assertThat(job.exitCode()).as(String.join("\n", lines)).isEqualTo(2);
        assertThat(lines).anyMatch(line -> line.contains(file + ", line 2002: 1 fields instead of 2"));
        assertThat(lines).contains("  failed            0", "  not acknowledged  0");
        job.assertNoChildIsLeft();
    }

    @Test
    void terminated_inTheMiddle_endsWithAnHonestSummary() throws Exception {
        Job job = start("--rows", "100000000");
        job.awaitLine("Writing ");
        // A progress line: rows are on their way.
        job.awaitLine(" rows/s ");
        job.process.toHandle().destroy(); // Process.destroy would close the streams too.
        List<String> lines = job.remainingLines();
        assertThat(job.exitCode()).as(String.join("\n", lines)).isEqualTo(TERMINATED);
        assertThat(lines).anyMatch(line -> line.endsWith("INTERRUPTED"));
        assertThat(lines).noneMatch(line -> line.contains("MISSING") || line.contains("DIFFERS"));
        job.assertNoChildIsLeft();
    }

    @Test
    void serverKilled_inTheMiddle_endsWithOneAndSaysSo() throws Exception {
        Job job = start("--rows", "100000000");
        job.awaitLine(" rows/s ");
        job.children.forEach(ProcessHandle::destroyForcibly);
        List<String> lines = job.remainingLines();
        assertThat(job.exitCode()).as(String.join("\n", lines)).isEqualTo(1);
        String death = lines.stream()
                .filter(line -> line.contains("THE SERVER DIED"))
                .findFirst()
                .orElseThrow();
        assertThat(lines).contains("  verification      not done: the server is gone");
        Path log = Path.of(death.substring(death.indexOf("its log is ") + "its log is ".length()));
        assertThat(log).exists();
        Files.delete(log);
        Files.delete(log.getParent());
    }

    private static Job start(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dsluice.maven.repository=" + System.getProperty("sluice.maven.repository"),
                "-cp",
                runtimeClassPath(),
                Ingest.class.getName()));
        words.addAll(List.of(options));
        return new Job(new ProcessBuilder(words).redirectErrorStream(true).start());
    }

    /** What Maven wrote for this test: the run-time scope, to which the examples' own classes are added. */
    private static String runtimeClassPath() throws Exception {
        Path classes = Path.of(
                Ingest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        String list = Files.readString(Path.of(System.getProperty("sluice.examples.classpath")));
        assertThat(list).contains("picocli").doesNotContain("hadoop-common", "hbase-client");
        return classes + File.pathSeparator + list.strip();
    }

    private static final class Job {
        final Process process;
        List<ProcessHandle> children = List.of();
        private final BufferedReader out;

        Job(Process process) {
            this.process = process;
            out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
            // So that a job that hangs fails the test instead of hanging it.
            CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
        }

        void awaitLine(String part) throws IOException {
            List<String> seen = new ArrayList<>();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                seen.add(line);
                if (line.contains(part)) {
                    children = process.children().toList();
                    assertThat(children).isNotEmpty();
                    return;
                }
            }
            throw new AssertionError("No line with '" + part + "':\n" + String.join("\n", seen));
        }

        List<String> remainingLines() throws IOException {
            return out.lines().toList();
        }

        int exitCode() throws InterruptedException {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        }

        void assertNoChildIsLeft() throws Exception {
            assertThat(children).isNotEmpty();
            for (ProcessHandle child : children) {
                child.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        }
    }
}
