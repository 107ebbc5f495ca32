package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.Cell;
import io.sluice.CellUtil;
import io.sluice.CloseResult;
import io.sluice.MutationCallback;
import io.sluice.MutatorClosedException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.Put;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.locate.Regions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TryMutateTest {
    private final EngineFixture fixture = new EngineFixture();
    private final List<@Nullable Throwable> told = new ArrayList<>();
    private final MutationCallback callback = told::add;

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    @Test
    void tryMutate_acknowledged_tellsOnceOutsideTheCall() {
        AsyncBufferedMutator mutator = fixture.builder().setMaxMutations(2).build();
        assertThat(mutator.tryMutate(put("a"), callback)).isTrue();
        assertThat(mutator.tryMutate(put("x"), callback)).isTrue();
        assertThat(told).isEmpty();

        fixture.time.run();

        assertThat(told).containsExactly(null, null);
        assertThat(mutator.state().acknowledged()).isEqualTo(2);
    }

    @Test
    void tryMutate_refusedByTheServer_tellsTheError() {
        NoSuchColumnFamilyException error = new NoSuchColumnFamilyException("f");
        fixture.sender.inTurn(ServerBatchResult.failed(error, false));
        AsyncBufferedMutator mutator = fixture.builder().setMaxMutations(1).build();
        assertThat(mutator.tryMutate(put("a"), callback)).isTrue();

        fixture.time.run();

        assertThat(told).containsExactly(error);
    }

    @Test
    void tryMutate_noRoom_isFalseWhateverTheMode() {
        AsyncBufferedMutator mutator = fixture.builder()
                .setBackpressure(Backpressure.block(EngineFixture.TOO_LONG))
                .build();
        assertThat(mutator.tryMutate(put("a", 9_850), callback)).isTrue();
        assertThat(mutator.tryMutate(put("b", 1_000), callback)).isFalse();
        CompletableFuture<Void> ready = mutator.ready();

        // The refusal has sent what was in the buffer, since nothing else would have brought room.
        fixture.time.run();

        assertThat(told).hasSize(1);
        assertThat(ready).isCompleted();
        assertThat(mutator.tryMutate(put("b", 1_000), callback)).isTrue();
        mutator.flush();
        fixture.time.run();
        assertThat(told).hasSize(2);
    }

    @Test
    void tryMutate_closed_tellsSoLater() {
        AsyncBufferedMutator mutator = fixture.mutator();
        CompletableFuture<?> closed = mutator.closeAsync(EngineFixture.TOO_LONG);
        assertThat(closed).isCompleted();
        assertThat(mutator.tryMutate(put("a"), callback)).isTrue();
        assertThat(told).isEmpty();

        fixture.time.run();

        assertThat(told).singleElement().isInstanceOf(MutatorClosedException.class);
    }

    @Test
    void tryMutate_callbackThrows_othersAreToldAllTheSame() {
        AsyncBufferedMutator mutator = fixture.builder().setMaxMutations(3).build();
        MutationCallback broken = error -> {
            throw new IllegalStateException("thrown on purpose");
        };
        assertThat(mutator.tryMutate(put("a"), callback)).isTrue();
        assertThat(mutator.tryMutate(put("b"), broken)).isTrue();
        assertThat(mutator.tryMutate(put("c"), callback)).isTrue();

        fixture.time.run();

        assertThat(told).containsExactly(null, null);
        assertThat(mutator.state().pending()).isZero();
    }

    @Test
    void tryMutate_callbackThrowsAnError_othersAreToldAndNothingIsHeld() {
        AsyncBufferedMutator mutator = fixture.builder().setMaxMutations(2).build();
        assertThat(mutator.tryMutate(put("a"), error -> {
                    throw new LinkageError("thrown on purpose");
                }))
                .isTrue();
        assertThat(mutator.tryMutate(put("b"), callback)).isTrue();
        fixture.time.run();
        assertThat(told).hasSize(1);
        assertThat(mutator.state().pending()).isZero();
        fixture.assertAllGivenBack();
    }

    @Test
    void callbacks_thatBlockTheirExecutor_othersGoOn() {
        List<Runnable> blocked = new ArrayList<>();
        AsyncBufferedMutator slow = fixture.engine
                .newBuilder(Regions.TABLE, blocked::add)
                .setMaxMutations(1)
                .build();
        AsyncBufferedMutator other = fixture.builder().setMaxMutations(1).build();
        for (int i = 0; i < 5; i++) {
            CompletableFuture<Void> unused = slow.mutate(put("a"));
            fixture.time.run();
            CompletableFuture<Void> quick = other.mutate(put("a"));
            fixture.time.run();
            assertThat(quick).isCompleted();
        }
        assertThat(fixture.sender.sent()).as("nor do its own requests wait").hasSize(10);
        blocked.forEach(Runnable::run);
        fixture.assertAllGivenBack();
    }

    @Test
    void tryMutate_notAcceptable_throws() {
        AsyncBufferedMutator mutator = fixture.mutator();
        Put empty = new Put(new byte[] {'r'});
        assertThatThrownBy(() -> mutator.tryMutate(empty, callback))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'r'");
        assertThat(told).isEmpty();
    }

    @Test
    void mutateLater_closedAndTheCallbackThrows_endsForTheStreamAllTheSame() {
        AsyncBufferedMutatorImpl mutator = (AsyncBufferedMutatorImpl) fixture.mutator();
        var unused = mutator.closeAsync();
        fixture.time.run();
        CompletableFuture<Void> later = mutator.mutateLater(put("a"), error -> {
            told.add(error);
            throw new IllegalStateException("the program's");
        });
        assertThat(told).singleElement().isInstanceOf(MutatorClosedException.class);
        assertThat(later).isCompleted();
    }

    /** A kept value is read when the mutation is accepted, which here is after the call. */
    @Test
    void mutateLater_withAKeptValueAndNoRoom_hasTheValueWhenThereIs() {
        fixture.sender.hold();
        AsyncBufferedMutatorImpl mutator = (AsyncBufferedMutatorImpl) fixture.mutator();
        CompletableFuture<Void> first = mutator.mutate(put("a", 9_300));
        mutator.flush();
        fixture.time.run();
        byte[] value = new byte[300];
        Arrays.fill(value, (byte) 7);
        Put kept = new Put(bytes("b")).addImmutable(bytes("f"), bytes("q"), value);
        CompletableFuture<Void> later = mutator.mutateLater(kept, callback);
        fixture.time.run();
        assertThat(later).isNotDone();

        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();

        assertThat(first).isCompleted();
        assertThat(later).isCompleted();
        CompletableFuture<CloseResult> closed = mutator.closeAsync(Duration.ofMillis(100));
        fixture.time.advance(TimeUnit.MILLISECONDS.toNanos(100));
        assertThat(closed.join().unacknowledged()).singleElement().satisfies(back -> {
            Cell cell = back.mutations().get(0).get(bytes("f"), bytes("q")).get(0);
            assertThat(CellUtil.cloneValue(cell)).isEqualTo(value);
        });
        assertThat(told).hasSize(1);
    }
}
