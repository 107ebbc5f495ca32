package io.sluice.loader.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.DoNotRetryIOException;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.loader.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ends runs in every way, at random moments: the summary adds up, and the exit code matches the kind of end. */
class LoadEndsTest {
    private static final int ROWS = 20_000;
    private static final int ROUNDS = 8;

    private enum End {
        SOURCE_ENDS,
        INTERRUPTED,
        TOO_MANY_ERRORS,
        SERVER_AWAY,
        SOURCE_FAILS,
        SOURCE_THROWS,
        WRITER_THROWS,
        DEAD_LETTERS_FAIL
    }

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "SOURCE_ENDS,1",
        "INTERRUPTED,130",
        "TOO_MANY_ERRORS,1",
        "SERVER_AWAY,1",
        "SOURCE_FAILS,2",
        "SOURCE_THROWS,1",
        "WRITER_THROWS,1",
        "DEAD_LETTERS_FAIL,2"
    })
    void summary_anyEnd_addsUp(End end, int exitCode) throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            long moment = new Random(seed).nextInt(1_000, ROWS);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            int code = run(end, seed, moment, out);
            String text = end + ", seed " + seed + "\n" + out.toString(UTF_8) + (code == exitCode ? "" : stacks());
            assertThat(Thread.interrupted() && end != End.INTERRUPTED).as(text).isFalse();
            assertThat(code).as(text).isEqualTo(exitCode);
            assertThat(number(text, "rows read"))
                    .as(text)
                    .isEqualTo(number(text, "acknowledged")
                            + number(text, "broken lines")
                            + number(text, "not written")
                            + number(text, "given up"));
            assertThat(number(text, "acknowledged")).as(text).isPositive();
        }
    }

    /** The stacks of all threads: one of them may keep a run from ending. */
    private static String stacks() {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, frames) -> {
            text.append('\n').append(thread.getName()).append(' ').append(thread.getState());
            for (StackTraceElement frame : frames) {
                text.append("\n    ").append(frame);
            }
        });
        return text.toString();
    }

    private int run(End end, int seed, long moment, ByteArrayOutputStream out) throws IOException {
        StopSignal signal = new StopSignal(Thread.currentThread());
        try (Server server = new Server(end, moment, signal)) {
            Path letters = folder.resolve(end == End.DEAD_LETTERS_FAIL ? "none/dead" : "dead" + seed);
            Path checkpoint = folder.resolve("c" + seed);
            Files.deleteIfExists(checkpoint);
            LoadPlan plan = new LoadPlan(
                    "numbers",
                    source(end, moment),
                    Checkpoint.atStart(new LoadIdentity("-", 0, 0, "", "test"), 99),
                    new LoadPlan.Files(new DeadLetterFile(letters, "t"), checkpoint, ""),
                    new LoadPlan.Limits(
                            2,
                            end == End.TOO_MANY_ERRORS || end == End.SERVER_AWAY ? 20 : Long.MAX_VALUE,
                            RateLimit.of(0),
                            RateLimit.of(0)),
                    "");
            PrintStream lines = new PrintStream(out, true, UTF_8);
            return new LoadRun(plan, signal, lines)
                    .run(server, new PrintStream(new ByteArrayOutputStream(), true, UTF_8));
        }
    }

    private static RowSource source(End end, long moment) {
        Exception failure = switch (end) {
            case SOURCE_FAILS -> new IOException("a bad disk");
            case SOURCE_THROWS -> new IllegalStateException("a bug");
            default -> null;
        };
        return new NumberedRows(failure == null ? ROWS : moment + 1, key -> key % 997 == 5, failure);
    }

    private static long number(String text, String name) {
        Matcher line = Pattern.compile("(?m)^  " + name + " +([\\d,]+)").matcher(text);
        assertThat(line.find()).as(text).isTrue();
        return Long.parseLong(line.group(1).replace(",", ""));
    }

    /** Answers on its own threads, has little room, and runs something at one row. */
    private static final class Server implements RowWriter, AutoCloseable {
        private final End end;
        private final long moment;
        private final StopSignal signal;
        private final ExecutorService threads = Executors.newFixedThreadPool(2);
        private final Semaphore room = new Semaphore(200);
        private final Set<CompletableFuture<Void>> open = ConcurrentHashMap.newKeySet();

        Server(End end, long moment, StopSignal signal) {
            this.end = end;
            this.moment = moment;
            this.signal = signal;
        }

        @Override
        public CompletableFuture<Void> write(Put put) {
            long row = ByteBuffer.wrap(put.getRow()).getLong();
            if (end == End.WRITER_THROWS && row >= moment) {
                throw new IllegalStateException("a bug");
            }
            if (end == End.INTERRUPTED && row == moment / 997 * 997) {
                signal.stop(StopSignal.Reason.INTERRUPTED);
            }
            try {
                room.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return CompletableFuture.failedFuture(new InterruptedIOException("interrupted while waiting for room"));
            }
            CompletableFuture<Void> future = new CompletableFuture<>();
            open.add(future);
            threads.execute(() -> answer(row, future));
            return future;
        }

        private void answer(long row, CompletableFuture<Void> future) {
            boolean late = row > 300 && row >= moment;
            if (end == End.SERVER_AWAY && late) {
                settle(future, new IOException("a timeout"));
            } else if (row % 4_999 == 7 || (late && end == End.TOO_MANY_ERRORS)) {
                settle(future, new DoNotRetryIOException("no"));
            } else {
                settle(future, null);
            }
        }

        private void settle(CompletableFuture<Void> future, @Nullable Exception failure) {
            if (open.remove(future)) {
                room.release();
                if (failure == null) {
                    future.complete(null);
                } else {
                    future.completeExceptionally(failure);
                }
            }
        }

        @Override
        public void flush() throws InterruptedException {
            room.acquire(200);
            room.release(200);
        }

        @Override
        public void close(Duration deadline) {
            open.forEach(future -> settle(future, new MutatorClosedException("closed")));
        }

        @Override
        public long retries() {
            return 0;
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}
