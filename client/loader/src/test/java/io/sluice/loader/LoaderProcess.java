package io.sluice.loader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The loader in a separate JVM, as {@code tools/sluice} starts it; its output goes to a file. */
final class LoaderProcess {
    private static final long LIMIT_SECONDS = 180;

    private final Process process;
    private final Path output;

    private LoaderProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts it.
     *
     * @param folder working folder
     * @param input standard input, or null for none
     */
    static LoaderProcess start(Path folder, @Nullable Path input, List<String> arguments) throws Exception {
        Path jar = Path.of(System.getProperty("sluice.loader.jar"));
        assertThat(jar.resolveSibling("lib").toFile().list())
                .isNotEmpty()
                .allSatisfy(library -> assertThat(library).doesNotContain("hadoop", "hbase"));
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar.toString()));
        words.addAll(arguments);
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        if (input != null) {
            builder.redirectInput(input.toFile());
        }
        return new LoaderProcess(builder.start(), output);
    }

    /** Waits for the end. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("It does not end:\n" + output());
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Writes to its standard input and leaves that open. */
    void type(String text) throws IOException {
        process.getOutputStream().write(text.getBytes(UTF_8));
        process.getOutputStream().flush();
    }

    /** Ends it as {@code kill -9} does. */
    void kill() throws InterruptedException {
        assertThat(process.destroyForcibly().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                .isTrue();
    }

    /** Interrupts it as Ctrl-C does, or ends it as a service manager does; returns the exit code to expect. */
    int interrupt() throws IOException, InterruptedException {
        EndSignal signal = EndSignal.ofChildren();
        signal.send(process);
        return signal.exitCode();
    }

    /** Waits for a line that contains this text. */
    void awaitLine(String part) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!output().contains(part)) {
            if (!isAlive() || System.nanoTime() > end) {
                throw new AssertionError("No line with '" + part + "':\n" + output());
            }
            Thread.sleep(100);
        }
    }

    /** Returns the output so far, including errors. */
    String output() {
        try {
            return Files.readString(output, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
