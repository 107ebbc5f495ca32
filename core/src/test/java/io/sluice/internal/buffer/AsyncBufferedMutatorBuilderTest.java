package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.CallQueueTooBigException;
import io.sluice.CloseResult;
import io.sluice.FlushEvent;
import io.sluice.HBaseIOException;
import io.sluice.HConstants;
import io.sluice.MutatorListener;
import io.sluice.RetriesExhaustedException;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.cell.CellReader;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.Regions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AsyncBufferedMutatorBuilderTest {
    private static final long MILLI = 1_000_000;
    private static final int REGIONS = 400;

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void build_emptyConfiguration_hasTheDefaults() {
        AsyncBufferedMutator mutator = fixture.mutator();
        assertThat(mutator.getName()).isEqualTo(Regions.TABLE);
        assertThat(mutator.getConfiguration()).isSameAs(fixture.configuration);
        assertThat(mutator.getWriteBufferSize()).isEqualTo(EngineFixture.BUDGET / 8);
        assertThat(mutator.getMaxMutations()).isEqualTo(Integer.MAX_VALUE);
        assertThat(mutator.getPeriodicalFlushTimeout(TimeUnit.MILLISECONDS)).isEqualTo(1_000);
        assertThat(mutator.getRequestAttributes()).isEmpty();
    }

    @Test
    void buffer_largerThanAnEighthOfTheBudget_isSentAtThat() {
        AsyncBufferedMutator mutator = fixture.builder()
                .disableWriteBufferPeriodicFlush()
                .setWriteBufferSize(1 << 20)
                .build();
        CompletableFuture<Void> small = mutator.mutate(put("a", 100));
        fixture.time.run();
        assertThat(small).as("in the buffer").isNotDone();

        CompletableFuture<Void> large = mutator.mutate(put("b", (int) EngineFixture.BUDGET / 8));
        fixture.time.run();

        assertThat(small).isCompleted();
        assertThat(large).isCompleted();
    }

    @ParameterizedTest
    @CsvSource({"400, 0, 2048, 6", "400, 2, 2048, 2", "2, 0, 1, 2"})
    void buffer_ofATableOnHundredsOfServers_hasRoomForEachUnlessItsSizeIsChosen(
            int servers, int chosenMebibytes, int requestRows, long expected) {
        List<Long> flushes = new CopyOnWriteArrayList<>();
        try (LiveEngine engine = new LiveEngine(64 << 20, regions(servers))) {
            AsyncBufferedMutatorBuilder builder =
                    engine.builder().addListener(mebibytes(flushes)).setMaxRequestRows(requestRows);
            if (chosenMebibytes > 0) {
                builder.setWriteBufferSize((long) chosenMebibytes << 20);
            }
            try (AsyncBufferedMutator mutator = builder.build()) {
                for (int i = 0; flushes.size() < 12; i++) {
                    CompletableFuture<Void> unused = mutator.mutate(put(row(i % REGIONS), 1_000));
                }
            }
        }
        assertThat(flushes.get(11)).as("MiB").isEqualTo(expected);
    }

    /** More bytes than the memory budget, so memory that the hanging server does not hold must be used again. */
    @Test
    void buffer_grownForHundredsOfServersOfWhichOneHangs_acknowledgesTheOthers() {
        List<Long> flushes = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> hanging = new ArrayList<>();
        List<CompletableFuture<Void>> others = new ArrayList<>();
        try (LiveEngine engine = new LiveEngine(64 << 20, regions(REGIONS))) {
            engine.script(
                    request -> request.server().equals(Regions.server(0)) ? null : ServerBatchResult.acknowledged());
            AsyncBufferedMutator mutator =
                    engine.builder().addListener(mebibytes(flushes)).build();
            for (int i = 0; flushes.size() < 24; i++) {
                (i % REGIONS == 0 ? hanging : others).add(mutator.mutate(put(row(i % REGIONS), 1_000)));
            }
            var unused = mutator.flushAsync();
            assertThat(CompletableFuture.allOf(others.toArray(CompletableFuture[]::new)))
                    .succeedsWithin(Duration.ofMinutes(1));
            assertThat(hanging).noneMatch(CompletableFuture::isDone);
            CloseResult result = mutator.closeAsync(Duration.ZERO).join();
            assertThat(result.unacknowledged()).hasSameSizeAs(hanging);
            assertThat(hanging).allMatch(CompletableFuture::isCompletedExceptionally);
        }
        assertThat(flushes).contains(6L);
    }

    /** A table of {@link #REGIONS} regions, of which each has a row of its number. */
    private static List<RegionLocation> regions(int servers) {
        String[] splits = IntStream.range(1, REGIONS)
                .mapToObj(AsyncBufferedMutatorBuilderTest::row)
                .toArray(String[]::new);
        return Regions.table(servers, splits);
    }

    private static String row(int region) {
        return "%03d".formatted(region);
    }

    private static MutatorListener mebibytes(List<Long> flushes) {
        return new MutatorListener() {
            @Override
            public void onFlush(FlushEvent event) {
                flushes.add(event.bytes() >> 20);
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"2097152, true", "2097151, false"})
    void writeBuffer_ofHBasesDefault_isNotChosen(String value, boolean grows) {
        fixture.configuration.set("hbase.client.write.buffer", value);
        assertThat(fixture.builder()).hasFieldOrPropertyWithValue("growsWithSpread", grows);
        assertThat(fixture.builder().setWriteBufferSize(2 << 20)).hasFieldOrPropertyWithValue("growsWithSpread", false);
    }

    @Test
    void build_configuration_isTheDefault() {
        fixture.configuration.set("hbase.client.write.buffer", "1234");
        fixture.configuration.set("hbase.client.write.buffer.maxmutations", "7");
        fixture.configuration.set("hbase.client.write.buffer.periodicflush.timeout.ms", "50");
        AsyncBufferedMutator mutator = fixture.mutator();
        assertThat(mutator.getWriteBufferSize()).isEqualTo(1234);
        assertThat(mutator.getMaxMutations()).isEqualTo(7);
        assertThat(mutator.getPeriodicalFlushTimeout(TimeUnit.MILLISECONDS)).isEqualTo(50);
    }

    @Test
    void build_retryKeys_areFollowed() {
        fixture.configuration.set("hbase.client.pause", "10");
        fixture.configuration.set("hbase.client.retries.number", "1");
        fixture.sender.script(request -> ServerBatchResult.failed(new HBaseIOException("x"), false));
        CompletableFuture<Void> future = send(fixture.mutator());
        fixture.time.advance(10 * MILLI - 1);
        assertThat(fixture.sender.sent()).hasSize(1);
        fixture.time.advance(2 * MILLI + 1); // with the jitter
        assertThat(fixture.sender.sent()).hasSize(2);
        assertThatThrownBy(future::join).hasCauseInstanceOf(RetriesExhaustedException.class);
    }

    @Test
    void build_pauseForOverloadedServers_isNeverLessThanTheNormalOne() {
        fixture.configuration.set("hbase.client.pause.server.overloaded", "10");
        fixture.sender.inTurn(ServerBatchResult.failed(new CallQueueTooBigException("full"), false));
        CompletableFuture<Void> future = send(fixture.mutator());
        fixture.time.advance(100 * MILLI - 1);
        assertThat(fixture.sender.sent()).hasSize(1);
        fixture.time.advance(20 * MILLI + 1);
        assertThat(future).isCompleted();
    }

    @Test
    void build_timeouts_areFollowed() {
        fixture.configuration.set("hbase.rpc.timeout", "70");
        assertThat(send(fixture.mutator())).isCompleted();
        assertThat(fixture.sender.sent().get(0).timeoutNanos()).isEqualTo(70 * MILLI);
        fixture.configuration.set("hbase.rpc.write.timeout", "60");
        assertThat(send(fixture.mutator())).isCompleted();
        assertThat(fixture.sender.sent().get(1).timeoutNanos()).isEqualTo(60 * MILLI);
        fixture.configuration.set("hbase.client.operation.timeout", "50");
        assertThat(send(fixture.mutator())).isCompleted();
        assertThat(fixture.sender.sent().get(2).timeoutNanos()).isEqualTo(50 * MILLI);
        assertThat(send(fixture.builder()
                        .setOperationTimeout(40, TimeUnit.MILLISECONDS)
                        .build()))
                .isCompleted();
        assertThat(fixture.sender.sent().get(3).timeoutNanos()).isEqualTo(40 * MILLI);
    }

    private CompletableFuture<Void> send(AsyncBufferedMutator mutator) {
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        mutator.flush();
        fixture.time.run();
        return future;
    }

    @Test
    void build_requestLimits_areFollowed() {
        AsyncBufferedMutator mutator = fixture.builder().setMaxRequestRows(2).build();
        mutator.mutate(List.of(put("a"), put("b"), put("c")));
        mutator.flush();
        fixture.time.run();
        assertThat(fixture.sender.sent()).hasSize(2);
        AsyncBufferedMutator small = fixture.builder().setMaxRequestSize(1).build();
        small.mutate(List.of(put("a"), put("b"), put("c")));
        small.flush();
        fixture.time.run();
        assertThat(fixture.sender.sent()).hasSize(5);
    }

    @Test
    void setRequestAttributes_changedAfterwards_areWhatTheyWere() {
        byte[] value = {1};
        AsyncBufferedMutator mutator = fixture.builder()
                .setRequestAttribute("old", value)
                .setRequestAttributes(Map.of("a", value))
                .build();
        value[0] = 2;
        assertThat(mutator.getRequestAttributes()).containsOnlyKeys("a");
        assertThat(mutator.getRequestAttributes().get("a")).containsExactly(1);
        assertThat(send(mutator)).isCompleted();
        assertThat(fixture.sender.sent().get(0).request().requestAttributes()).containsOnlyKeys("a");
    }

    @Test
    void setMaxRetries_allThereAre_doesNotOverflow() {
        fixture.configuration.set("hbase.client.retries.number", Integer.toString(Integer.MAX_VALUE));
        fixture.sender.inTurn(ServerBatchResult.failed(new HBaseIOException("x"), false));
        CompletableFuture<Void> future = send(fixture.mutator());
        fixture.time.advance(200 * MILLI);
        assertThat(future).isCompleted();
    }

    @Test
    void build_requestSizeByKey_isFollowed_theTableFirst_thenTheBuilder() {
        fixture.configuration.set("sluice.client.max.request.size", "1");
        assertThat(requests(fixture.mutator())).isEqualTo(3);
        fixture.configuration.set("sluice.table.t.max.request.size", "100000");
        assertThat(requests(fixture.mutator())).isEqualTo(1);
        assertThat(requests(fixture.builder().setMaxRequestSize(1).build())).isEqualTo(3);
    }

    private int requests(AsyncBufferedMutator mutator) {
        int before = fixture.sender.sent().size();
        mutator.mutate(List.of(put("a"), put("b"), put("c")));
        mutator.flush();
        fixture.time.run();
        return fixture.sender.sent().size() - before;
    }

    @Test
    void build_backpressureByKey_isFollowed() {
        fixture.configuration.set("sluice.table.t.backpressure", "fail");
        assertThatThrownBy(() -> overfill(fixture.mutator())).hasCauseInstanceOf(BufferFullException.class);
        assertThatThrownBy(() -> overfill(fixture.builder()
                        .setBackpressure(Backpressure.block(Duration.ofMillis(2)))
                        .build()))
                .hasMessageContaining("in 2 ms");
        fixture.configuration.set("sluice.table.t.backpressure", "block");
        fixture.configuration.set("sluice.client.backpressure.timeout", "1ms");
        assertThatThrownBy(() -> overfill(fixture.mutator())).hasMessageContaining("in 1 ms");
        fixture.configuration.set("sluice.table.t.backpressure", "unbounded");
        overfill(fixture.mutator());
    }

    /** Settles what fits; throws what the mutation that does not fit fails with. */
    private void overfill(AsyncBufferedMutator mutator) {
        CompletableFuture<Void> first = mutator.mutate(put("a", 9_850));
        CompletableFuture<Void> second = mutator.mutate(put("b", 100));
        mutator.flush();
        fixture.time.run();
        assertThat(first).isCompleted();
        Void unused = second.join();
    }

    @Test
    void build_windowByKey_isFollowed() {
        fixture.configuration.set("sluice.client.max.in.flight.per.server", "1");
        fixture.configuration.set("sluice.client.backpressure", "unbounded");
        fixture.sender.hold();
        AsyncBufferedMutator mutator = fixture.builder().setMaxMutations(1).build();
        for (String row : List.of("a", "b")) {
            CompletableFuture<Void> unused = mutator.mutate(put(row));
            fixture.time.run();
        }
        assertThat(fixture.sender.sent()).as("the second waits for the first").hasSize(1);
    }

    @Test
    void build_orderingByKey_isFollowed() {
        fixture.configuration.set("sluice.table.default:t.ordering", "PER_ROW");
        fixture.configuration.set("sluice.client.backpressure", "unbounded");
        fixture.sender.hold();
        AsyncBufferedMutator mutator = fixture.builder().setMaxMutations(1).build();
        for (String row : List.of("a", "b", "a")) {
            CompletableFuture<Void> unused = mutator.mutate(put(row));
            fixture.time.run();
        }
        assertThat(fixture.sender.sent()).as("the second of row a waits").hasSize(2);
    }

    @Test
    void build_clientTimestampsByKey_areGiven() {
        fixture.configuration.set("sluice.client.timestamps", "true");
        List<Long> timestamps = new ArrayList<>();
        fixture.sender.script(request -> {
            Batch batch = request.batch();
            int entry = request.mutation(0);
            CellReader cells = new CellReader(batch.array(entry), batch.offset(entry), batch.length(entry));
            while (cells.next()) {
                timestamps.add(cells.timestamp());
            }
            return ServerBatchResult.acknowledged();
        });
        assertThat(send(fixture.mutator())).isCompleted();
        assertThat(timestamps).hasSize(1).doesNotContain(HConstants.LATEST_TIMESTAMP);
    }

    @Test
    void build_closeTimeoutByKey_isFollowed() {
        fixture.configuration.set("sluice.table.t.close.timeout", "3s");
        fixture.sender.hold();
        CompletableFuture<Void> unused = fixture.mutator().mutate(put("a"));
        CompletableFuture<CloseResult> closed = fixture.engine.closeAsync();
        fixture.time.advance(3_000 * MILLI - 1);
        assertThat(closed).isNotDone();
        fixture.time.advance(1);
        assertThat(closed).isCompleted();
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "hbase.client.write.buffer, 0",
        "hbase.client.operation.timeout, 0",
        "hbase.rpc.write.timeout, -1",
        "hbase.rpc.timeout, 0",
        "hbase.client.pause, -1",
        "hbase.client.pause.server.overloaded, -1",
        "hbase.client.pause.cqtbe, -5",
        "hbase.client.retries.number, -1",
        "hbase.client.max.perrequest.rows, 0",
        "sluice.client.max.request.size, 0",
        "sluice.table.t.max.request.size, none",
        "sluice.client.max.in.flight.per.server, -1",
        "sluice.client.close.timeout, -1",
        "sluice.client.backpressure.timeout, -1",
        "sluice.client.backpressure, wait",
        "sluice.table.t.backpressure, 5",
        "sluice.client.ordering, some",
        "sluice.client.timestamps, perhaps",
        "hbase.client.write.buffer, many"
    })
    void newBuilder_badValue_namesTheKey(String key, String value) {
        fixture.configuration.set(key, value);
        assertThatThrownBy(fixture::builder)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key);
    }

    @Test
    void setters_badValues_refuse() {
        assertThatThrownBy(() -> fixture.builder().setCloseTimeout(Duration.ofMillis(-1)))
                .hasMessageContaining("closeTimeout");
        assertThatThrownBy(() -> fixture.builder().setMaxRequestSize(0)).hasMessageContaining("maxRequestSize");
        assertThatThrownBy(() -> fixture.builder().setMaxAttempts(0)).hasMessageContaining("maxAttempts");
    }
}
