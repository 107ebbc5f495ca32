package io.sluice.loader.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.DoNotRetryIOException;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.loader.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadRunTest {
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    @TempDir
    Path folder = Path.of("");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void run_allAcknowledged_isZero_andTheCheckpointIsAtTheEnd() throws IOException {
        Fake writer = new Fake(row -> DONE);
        assertThat(run(NumberedRows.all(3_000), writer, 0)).isEqualTo(ExitCodes.OK);
        assertThat(writer.rows).hasSize(3_000);
        assertThat(checkpoint().position()).isEqualTo(new Watermark.Position(3_000, 3_000, 0, 0));
        assertThat(deadLetters()).doesNotExist();
        // Again: nothing is left to do.
        Fake again = new Fake(row -> DONE);
        assertThat(run(NumberedRows.all(3_000), again, 0)).isEqualTo(ExitCodes.OK);
        assertThat(again.rows).isEmpty();
    }

    @Test
    void run_brokenAndRefused_areShown_andInTheDeadLetters() throws IOException {
        Fake writer =
                new Fake(row -> row == 7 ? CompletableFuture.failedFuture(new DoNotRetryIOException("no")) : DONE);
        assertThat(run(new NumberedRows(1_000, key -> key == 500, null), writer, 10))
                .isEqualTo(ExitCodes.SOME_FAILED);
        assertThat(text(err)).contains("line 8 of numbers.csv was not written: ", "no", "line 501: broken");
        assertThat(text(out))
                .contains(
                        "  broken lines  1  (in r)",
                        "numbers: finished; 2 rows are missing",
                        "  not written   1  (in ");
        assertThat(Files.readString(deadLetters()))
                .containsOnlyOnce("\n")
                .contains("\"file\":\"numbers.csv\",\"line\":8,");
        assertThat(checkpoint().position()).isEqualTo(new Watermark.Position(1_000, 998, 1, 1));
    }

    @Test
    void run_tooManyErrors_ends_andGoesOnLater() throws IOException {
        Fake refusing =
                new Fake(row -> row < 3_000 ? DONE : CompletableFuture.failedFuture(new DoNotRetryIOException("no")));
        assertThat(run(NumberedRows.all(100_000), refusing, 5)).isEqualTo(ExitCodes.SOME_FAILED);
        assertThat(text(out)).contains("TOO MANY ERRORS");
        assertThat(refusing.rows.size()).isLessThan(100_000);
        long letters = checkpoint().position().refused();
        Fake working = new Fake(row -> DONE);
        run(NumberedRows.all(100_000), working, 1_000_000);
        assertThat(checkpoint().position().rows()).isEqualTo(100_000);
        assertThat(checkpoint().position().acknowledged()).isEqualTo(100_000 - letters);
        assertThat(Files.readAllLines(deadLetters())).hasSizeGreaterThanOrEqualTo((int) letters);
    }

    @Test
    void run_serversThatCannotBeAsked_endsLikeOtherErrors() throws IOException {
        Fake writer = new Fake(row -> CompletableFuture.failedFuture(new IOException("timeout")));
        assertThat(run(NumberedRows.all(1_000), writer, 0)).isEqualTo(ExitCodes.SOME_FAILED);
    }

    @Test
    void run_givenUpRows_areWrittenByTheNextRun() throws IOException {
        Fake closing = new Fake(
                row -> row == 300 ? CompletableFuture.failedFuture(new MutatorClosedException("closed")) : DONE);
        assertThat(run(NumberedRows.all(1_000), closing, 0)).isEqualTo(ExitCodes.SOME_FAILED);
        assertThat(checkpoint().position().rows()).isEqualTo(256);
        Fake next = new Fake(row -> DONE);
        assertThat(run(NumberedRows.all(1_000), next, 0)).isEqualTo(ExitCodes.OK);
        assertThat(next.rows).hasSize(1_000 - 256).contains(256L, 300L, 999L);
    }

    @Test
    void run_sourceThatFails_writesWhatCameBefore() throws IOException {
        Fake writer = new Fake(row -> DONE);
        assertThat(run(NumberedRows.failing(10_000, new IOException("a bad disk")), writer, 0))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(writer.rows).hasSize(10_000);
        assertThat(text(out))
                .contains("cannot continue: a bad disk; once that is repaired, the same command resumes from here");
    }

    @Test
    void run_failureWithoutAMessage_isNamed() throws IOException {
        assertThat(run(NumberedRows.failing(10, new IOException()), new Fake(row -> DONE), 0))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(run(NumberedRows.failing(10, new IllegalStateException()), new Fake(row -> DONE), 0))
                .isEqualTo(ExitCodes.SOME_FAILED);
        assertThat(text(out))
                .contains("cannot continue: java.io.IOException", "a thread failed: java.lang.IllegalStateException")
                .doesNotContain("null");
    }

    @Test
    void run_dry_saysWhatWouldBeWritten() throws IOException {
        assertThat(run(NumberedRows.all(10), new DryWriter(), 0)).isEqualTo(ExitCodes.OK);
        assertThat(text(out))
                .contains("  would be written 10", "  rows read        10")
                .doesNotContain("acknowledged");
    }

    @Test
    void broken_reasonWithControlCharacters_isOneCleanLine() {
        Errors errors = new Errors(new PrintStream(err, true, UTF_8), 0, 10, () -> {});
        errors.broken(7, "'a\u001b[31m\r\nb\u009bc\u0000'");
        assertThat(text(err)).isEqualTo("line 7: 'a\uFFFD[31m b\uFFFDc\uFFFD'" + System.lineSeparator());
    }

    @Test
    void run_rejectsThatCannotBeWritten_endsWithTwo() throws IOException {
        RowSource source = new NumberedRows(
                1_000,
                key -> {
                    if (key == 500) {
                        throw new UncheckedIOException("Cannot write r (--rejects): full", new IOException("full"));
                    }
                    return false;
                },
                null);
        assertThat(run(source, new Fake(row -> DONE), 0)).isEqualTo(ExitCodes.USAGE);
        assertThat(text(out)).contains("cannot continue: Cannot write r (--rejects): full");
        assertThat(text(err)).isEmpty();
    }

    @Test
    void run_interrupted_saysSo_andKeepsThePosition() throws IOException {
        Thread.currentThread().interrupt();
        assertThat(run(NumberedRows.all(100_000), new Fake(row -> DONE), 0)).isEqualTo(ExitCodes.INTERRUPTED);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(text(out)).contains("INTERRUPTED; the same command resumes from here");
        Fake next = new Fake(row -> DONE);
        assertThat(run(NumberedRows.all(100_000), next, 0)).isEqualTo(ExitCodes.OK);
        assertThat(checkpoint().position().acknowledged()).isEqualTo(100_000);
    }

    @Test
    void run_interruptedWhileRowsAreOnTheirWay_saysSo_andTellsNoFailure_andNoTimeLeft() throws IOException {
        CompletableFuture<Void> open = new CompletableFuture<>();
        RowWriter writer = new RowWriter() {
            @Override
            public CompletableFuture<Void> write(Put put) {
                return ByteBuffer.wrap(put.getRow()).getLong() == 0 ? open : DONE;
            }

            @Override
            public void flush() throws InterruptedException {
                throw new InterruptedException();
            }

            @Override
            public void close(Duration deadline) {
                open.completeExceptionally(new MutatorClosedException("closed"));
            }

            @Override
            public long retries() {
                return 0;
            }
        };
        assertThat(run(NumberedRows.all(1_000), writer, 0, null)).isEqualTo(ExitCodes.INTERRUPTED);
        assertThat(text(out))
                .contains(
                        "Stopping: waiting up to 10 s for 1 row in flight",
                        "INTERRUPTED; run it again from the start (rows are overwritten by the same cells)",
                        "  given up      1 ")
                .doesNotContain("failure", "MutatorClosedException", "ETA");
    }

    private int run(RowSource source, RowWriter writer, long maxErrors) throws IOException {
        return run(source, writer, maxErrors, folder.resolve("checkpoint"));
    }

    private int run(RowSource source, RowWriter writer, long maxErrors, @Nullable Path file) throws IOException {
        Checkpoint begun = file == null ? null : Checkpoint.read(file);
        Checkpoint start = begun == null ? Checkpoint.atStart(new LoadIdentity("-", 0, 0, "", "test"), 99) : begun;
        LoadPlan plan = new LoadPlan(
                "numbers",
                source,
                start,
                new LoadPlan.Files(new DeadLetterFile(deadLetters(), "t"), file, "  (in r)"),
                new LoadPlan.Limits(2, maxErrors, RateLimit.of(0), RateLimit.of(0)),
                LoadPlan.FROM_THE_START);
        PrintStream lines = new PrintStream(out, true, UTF_8);
        return new LoadRun(plan, new StopSignal(Thread.currentThread()), lines)
                .run(writer, new PrintStream(err, true, UTF_8));
    }

    private Path deadLetters() {
        return folder.resolve("dead");
    }

    private Checkpoint checkpoint() throws IOException {
        return Objects.requireNonNull(Checkpoint.read(folder.resolve("checkpoint")));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(UTF_8);
    }

    private static final class Fake implements RowWriter {
        final Set<Long> rows = ConcurrentHashMap.newKeySet();
        private final Function<Long, CompletableFuture<Void>> answers;

        Fake(Function<Long, CompletableFuture<Void>> answers) {
            this.answers = answers;
        }

        @Override
        public CompletableFuture<Void> write(Put put) {
            long row = ByteBuffer.wrap(put.getRow()).getLong();
            assertThat(rows.add(row)).isTrue();
            return answers.apply(row);
        }

        @Override
        public void flush() {
            // Each row is settled at once.
        }

        @Override
        public void close(Duration deadline) {
            // Nothing is open.
        }

        @Override
        public long retries() {
            return 0;
        }
    }
}
