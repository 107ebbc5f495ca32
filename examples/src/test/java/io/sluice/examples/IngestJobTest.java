package io.sluice.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.CallTimeoutException;
import io.sluice.Cell;
import io.sluice.CellUtil;
import io.sluice.Durability;
import io.sluice.Put;
import io.sluice.embedded.CellChecksum;
import io.sluice.loader.BadInputException;
import io.sluice.loader.write.FailureCounts;
import io.sluice.loader.write.RowWriter;
import io.sluice.loader.write.Tally;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class IngestJobTest {
    private static final WriteOptions.Plan PLAN = new WriteOptions.Plan("t", "d", 123, Durability.SKIP_WAL, null);

    private final Tally tally = new Tally();

    @Test
    void run_manyRows_eachIsWrittenOnce() throws Exception {
        FakeSink sink = new FakeSink();
        job(new GeneratedSource(5_000, 10), sink).run();
        assertThat(sink.keys).hasSize(5_000);
        Tally.Numbers numbers = tally.numbers();
        assertThat(numbers.read()).isEqualTo(5_000);
        assertThat(numbers.acknowledged()).isEqualTo(5_000);
        assertThat(numbers.cells()).isEqualTo(5_000);
        assertThat(numbers.bytes()).isEqualTo(5_000 * (13 + 5 + 10));
        assertThat(numbers.checksum()).isEqualTo(sink.checksum());
        assertThat(numbers.inFlight()).isZero();
    }

    @Test
    void run_rowsThatFail_countedByCause() throws Exception {
        FakeSink sink = new FakeSink();
        sink.failure = new IOException("no luck");
        job(new GeneratedSource(3, 10), sink).run();
        assertThat(tally.numbers().failed()).isEqualTo(3);
        assertThat(tally.failures().all()).containsExactly(new FailureCounts.Count("IOException", 3, "no luck"));
    }

    @Test
    void run_undecidedRows_areNeitherAcknowledgedNorFailed() throws Exception {
        FakeSink sink = new FakeSink();
        sink.failure = new CallTimeoutException("undecided");
        job(new GeneratedSource(3, 10), sink).run();
        assertThat(tally.numbers().undecided()).isEqualTo(3);
        assertThat(tally.numbers().failed()).isZero();
    }

    @Test
    void run_sinkThatRefuses_failsTheRowAndGoesOn() throws Exception {
        FakeSink sink = new FakeSink();
        sink.refused = "01-0000000001";
        job(new GeneratedSource(1_000, 10), sink).run();
        assertThat(tally.numbers().failed()).isEqualTo(1);
        assertThat(tally.numbers().acknowledged()).isEqualTo(999);
    }

    @Test
    void run_badInputInTheMiddle_writesTheRecordsBeforeAndThrows() {
        FakeSink sink = new FakeSink();
        assertThatThrownBy(() -> job(new BrokenSource(), sink).run())
                .isInstanceOf(BadInputException.class)
                .hasMessage("line 3");
        assertThat(tally.numbers().acknowledged()).isEqualTo(2);
    }

    @Test
    void run_interruptedWhileTheSinkHasNoRoom_ends() throws Exception {
        FakeSink sink = new FakeSink();
        sink.noRoom = new CountDownLatch(1);
        Thread runner = Thread.currentThread();
        Thread interrupter = new Thread(() -> {
            try {
                sink.waiting.await();
                runner.interrupt();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        interrupter.start();
        assertThatThrownBy(() -> job(new GeneratedSource(1_000_000, 10), sink).run())
                .isInstanceOf(InterruptedException.class);
        interrupter.join();
        assertThat(tally.numbers().read()).isLessThan(1_000_000);
    }

    private IngestJob job(RecordSource source, RowWriter sink) throws BadInputException {
        RowMapper mapper = RowMapper.of(source.columns(), List.of(), 16, false);
        return new IngestJob(source, mapper, sink, PLAN, 3, tally);
    }

    private static final class BrokenSource implements RecordSource {
        private boolean first = true;

        @Override
        public List<String> columns() {
            return List.of("a");
        }

        @Override
        public List<SourceRecord> next() throws IOException {
            if (!first) {
                throw new BadInputException("line 3");
            }
            first = false;
            return List.of(new SourceRecord(1, List.of("x")), new SourceRecord(2, List.of("y")));
        }

        @Override
        public double fractionRead() {
            return 0;
        }

        @Override
        public long skipped() {
            return 0;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private static final class FakeSink implements RowWriter {
        final Set<String> keys = ConcurrentHashMap.newKeySet();
        final List<Put> rows = new ArrayList<>();
        final CountDownLatch waiting = new CountDownLatch(1);
        Throwable failure = new Throwable();
        String refused = "";
        CountDownLatch noRoom = new CountDownLatch(0);

        @Override
        public CompletableFuture<Void> write(Put row) {
            String key = new String(row.getRow(), UTF_8);
            if (key.equals(refused)) {
                throw new IllegalArgumentException("refused");
            }
            waiting.countDown();
            try {
                noRoom.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return CompletableFuture.failedFuture(e);
            }
            assertThat(keys.add(key)).isTrue();
            synchronized (rows) {
                rows.add(row);
            }
            return failure.getMessage() == null
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(failure);
        }

        long checksum() {
            CellChecksum checksum = new CellChecksum();
            for (Put row : rows) {
                assertThat(row.getDurability()).isEqualTo(Durability.SKIP_WAL);
                for (Cell cell : row.getFamilyCellMap().values().stream()
                        .flatMap(List::stream)
                        .toList()) {
                    checksum.add(
                            row.getRow(),
                            CellUtil.cloneFamily(cell),
                            CellUtil.cloneQualifier(cell),
                            CellUtil.cloneValue(cell));
                    assertThat(cell.getTimestamp()).isEqualTo(123);
                }
            }
            return checksum.sum();
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
