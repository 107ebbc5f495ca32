package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.FlushResult;
import io.sluice.Mutation;
import io.sluice.Put;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SharedWriterTest {
    private final AsyncBufferedMutator mutator = mock(AsyncBufferedMutator.class);
    private final SharedWriter writer = new SharedWriter(mutator);

    private int buffered;
    /** How many mutations each flush has sent. */
    private final List<Integer> sent = new ArrayList<>();

    private final Deque<CompletableFuture<FlushResult>> flights = new ArrayDeque<>();

    @BeforeEach
    void script() {
        when(mutator.mutate(anyList())).thenAnswer(call -> {
            int count = call.<List<?>>getArgument(0).size();
            buffered += count;
            return new ArrayList<>(java.util.Collections.nCopies(count, new CompletableFuture<Void>()));
        });
        when(mutator.flushAsync()).thenAnswer(call -> {
            sent.add(buffered);
            buffered = 0;
            CompletableFuture<FlushResult> flight = new CompletableFuture<>();
            flights.add(flight);
            return flight;
        });
    }

    private void write(int mutations) {
        List<Mutation> puts = new ArrayList<>();
        for (int i = 0; i < mutations; i++) {
            puts.add(new Put(Bytes.toBytes("r" + i)));
        }
        assertThat(writer.write(puts)).hasSize(mutations);
    }

    private void arrive() {
        flights.remove().complete(new FlushResult(0, 0, 0, Duration.ZERO));
    }

    @Test
    void writes_ofFewThreads_leaveAtOnce() {
        write(1);
        write(3);
        assertThat(sent).containsExactly(1, 3);
    }

    @Test
    void writes_whileFlushesAreOnTheirWay_leaveTogetherWhenOneArrives() {
        write(1);
        write(1);
        write(1);
        write(2);
        write(1);
        assertThat(sent).containsExactly(1, 1);
        arrive();
        assertThat(sent).containsExactly(1, 1, 4);
    }

    @Test
    void flush_thatArrivesWithNothingWaiting_makesRoomForTheNextWrite() {
        write(1);
        write(1);
        arrive();
        arrive();
        assertThat(sent).containsExactly(1, 1);
        write(1);
        write(1);
        write(1);
        assertThat(sent).containsExactly(1, 1, 1, 1);
        arrive();
        assertThat(sent).containsExactly(1, 1, 1, 1, 1);
    }

    @Test
    void flush_takenAlong_isOnItsWayAsAnyOther() {
        write(1);
        write(1);
        write(1);
        arrive();
        write(1);
        assertThat(sent).as("the second, and the one that was taken along").hasSize(3);
        arrive();
        assertThat(sent).hasSize(4);
        arrive();
        arrive();
        assertThat(flights).isEmpty();
        write(1);
        write(1);
        assertThat(sent).hasSize(6);
    }
}
