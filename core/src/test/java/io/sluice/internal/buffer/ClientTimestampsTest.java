package io.sluice.internal.buffer;

import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.Delete;
import io.sluice.HConstants;
import io.sluice.Increment;
import io.sluice.Put;
import io.sluice.RowMutations;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.MutationExtras;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.cell.AttributeCodec;
import io.sluice.internal.cell.CellReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientTimestampsTest {
    private static final long LATEST = HConstants.LATEST_TIMESTAMP;

    private final EngineFixture fixture = new EngineFixture();
    /** The timestamps of the cells of each request. */
    private final List<List<Long>> requests = new ArrayList<>();
    /** Those beside the cells, of Deletes without any. */
    private final List<Long> ofRows = new ArrayList<>();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    private AsyncBufferedMutator mutator(Backpressure mode) {
        fixture.sender.script(request -> {
            requests.add(timestamps(request));
            return ServerBatchResult.acknowledged();
        });
        return fixture.builder().setBackpressure(mode).setClientTimestamps(true).build();
    }

    private List<Long> timestamps(ServerBatch request) {
        List<Long> all = new ArrayList<>();
        Batch batch = request.batch();
        for (int position = 0; position < request.mutationCount(); position++) {
            int entry = request.mutation(position);
            MutationExtras extras = batch.extras(entry);
            if (batch.cellCount(entry) == 0 && extras.parts().isEmpty()) {
                ofRows.add(extras.timestamp());
                continue;
            }
            extras.parts().stream()
                    .filter(part -> part.cellCount() == 0)
                    .forEach(part -> ofRows.add(part.extras().timestamp()));
            // Of an atomic entry only the last part has cells in these tests.
            int from = batch.offset(entry)
                    + extras.parts().stream()
                            .filter(part -> part.cellCount() == 0)
                            .mapToInt(MutationExtras.Part::length)
                            .sum();
            MutationExtras last = extras.parts().isEmpty()
                    ? extras
                    : extras.parts().get(extras.parts().size() - 1).extras();
            int end = batch.offset(entry) + batch.length(entry) - last.attributeBytes();
            CellReader cells = new CellReader(batch.array(entry), from, end - from);
            while (cells.next()) {
                all.add(cells.timestamp());
            }
        }
        return all;
    }

    private void send(AsyncBufferedMutator mutator, CompletableFuture<Void> last) {
        mutator.flush();
        fixture.time.run();
        assertThat(last).isCompleted();
    }

    private static Put put(String row) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), bytes("v"));
    }

    @Test
    void cellsWithoutTimestamp_getOneThatIncreasesForTheRow() {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        long now = fixture.time.currentTimeMillis();
        Put put = put("a");
        CompletableFuture<Void> unused = mutator.mutate(put);
        CompletableFuture<Void> unused2 =
                mutator.mutate(new Delete(bytes("a")).addFamily(bytes("f")).addColumns(bytes("g"), bytes("q")));
        CompletableFuture<Void> unused3 = mutator.mutate(new Delete(bytes("a")));
        send(mutator, mutator.mutate(put));
        assertThat(requests).containsExactly(List.of(now, now + 1, now + 1, now + 3));
        assertThat(ofRows).containsExactly(now + 2);
        assertThat(put.get(bytes("f"), bytes("q")).get(0).getTimestamp())
                .as("the program's own mutation is left as it is")
                .isEqualTo(LATEST);
    }

    @Test
    void givenTimestamps_singleVersionMarkers_andIncrements_areLeftAlone() {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        CompletableFuture<Void> unused =
                mutator.mutate(new Put(bytes("a")).addColumn(bytes("f"), bytes("q"), 77, bytes("v")));
        CompletableFuture<Void> unused2 = mutator.mutate(new Delete(bytes("a"), 78));
        CompletableFuture<Void> unused3 = mutator.mutate(new Delete(bytes("a")).addColumn(bytes("f"), bytes("q")));
        send(mutator, mutator.mutate(new Increment(bytes("a")).addColumn(bytes("f"), bytes("n"), 1)));
        assertThat(requests).containsExactly(List.of(77L, LATEST, LATEST));
        assertThat(ofRows).containsExactly(78L);
    }

    /** Attributes lie behind the cells. Taken for a cell, they would make the copy fail. */
    @Test
    void attributes_areLeftAlone() throws IOException {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        RowMutations both = new RowMutations(bytes("a"));
        both.add(new Delete(bytes("a")).setAttribute("name", bytes("value")));
        both.add(put("a").setAttribute("name", bytes("value")));
        List<Integer> attributeBytes = new ArrayList<>();
        fixture.sender.script(request -> {
            requests.add(timestamps(request));
            for (int entry = 0; entry < request.mutationCount(); entry++) {
                MutationExtras extras = request.batch().extras(request.mutation(entry));
                attributeBytes.add(extras.attributeBytes());
                extras.parts().forEach(part -> attributeBytes.add(part.extras().attributeBytes()));
            }
            return ServerBatchResult.acknowledged();
        });

        CompletableFuture<Void> put = mutator.mutate(put("a").setAttribute("name", bytes("value")));
        CompletableFuture<Void> delete = mutator.mutate(new Delete(bytes("a")).setAttribute("name", bytes("value")));
        send(mutator, mutator.mutate(both));

        assertThat(put).isCompleted();
        assertThat(delete).isCompleted();
        long now = fixture.time.currentTimeMillis();
        assertThat(requests).containsExactly(List.of(now, now + 3));
        assertThat(ofRows).containsExactly(now + 1, now + 2);
        int size = AttributeCodec.encodedSize(Map.of("name", bytes("value")));
        assertThat(attributeBytes).containsExactly(size, size, 0, size, size);
    }

    @Test
    void partsOfRowMutations_getOneAfterTheOther() throws IOException {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        RowMutations replace = new RowMutations(bytes("a"));
        replace.add(new Delete(bytes("a")));
        replace.add(put("a"));
        send(mutator, mutator.mutate(replace));
        long now = fixture.time.currentTimeMillis();
        assertThat(ofRows).containsExactly(now);
        assertThat(requests).containsExactly(List.of(now + 1));
    }

    @Test
    void retry_isTheSameCell() {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        fixture.sender.script(request -> {
            requests.add(timestamps(request));
            return requests.size() == 1
                    ? ServerBatchResult.failed(new IOException("answer lost"), true)
                    : ServerBatchResult.acknowledged();
        });
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        mutator.flush();
        fixture.time.advance(TimeUnit.MINUTES.toNanos(1));
        assertThat(future).isCompleted();
        assertThat(requests).hasSize(2);
        assertThat(requests.get(1)).isEqualTo(requests.get(0)).doesNotContain(LATEST);
    }

    @Test
    void rowFarAheadOfTheClock_fail_refused_untilTheClockHasCaughtUp() {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        for (int i = 0; i <= 1_001; i++) {
            send(mutator, mutator.mutate(put("a")));
        }
        assertThatThrownBy(() -> mutator.mutate(put("a")).join())
                .hasCauseInstanceOf(BufferFullException.class)
                .hasMessageContainingAll("row 'a'", "1000", "setClientTimestamps");
        assertThat(mutator.tryMutate(put("a"), error -> {})).isFalse();
        send(mutator, mutator.mutate(put("b")));
        fixture.time.advance(TimeUnit.MILLISECONDS.toNanos(1));
        send(mutator, mutator.mutate(put("a")));
    }

    @ParameterizedTest
    @ValueSource(longs = {60, Long.MAX_VALUE})
    void rowFarAheadOfTheClock_block_waitsForTheClock(long maxSeconds) throws InterruptedException {
        AsyncBufferedMutator mutator = mutator(Backpressure.block(Duration.ofSeconds(maxSeconds)));
        CompletableFuture<CompletableFuture<Void>> last = new CompletableFuture<>();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 1_100; i++) {
                CompletableFuture<Void> unused = mutator.mutate(put("a"));
            }
            last.complete(mutator.mutate(put("a")));
        });
        writer.start();
        while (writer.isAlive()) {
            fixture.time.advance(TimeUnit.MICROSECONDS.toNanos(10));
        }
        writer.join();
        send(mutator, last.join());
        long highest = requests.stream()
                .flatMap(List::stream)
                .mapToLong(Long::longValue)
                .max()
                .orElseThrow();
        assertThat(highest - fixture.time.currentTimeMillis()).isLessThanOrEqualTo(1_001);
    }

    @Test
    void off_theServerStamps() {
        fixture.sender.script(request -> {
            requests.add(timestamps(request));
            return ServerBatchResult.acknowledged();
        });
        AsyncBufferedMutator mutator = fixture.mutator();
        send(mutator, mutator.mutate(put("a")));
        assertThat(requests).containsExactly(List.of(LATEST));
    }
}
