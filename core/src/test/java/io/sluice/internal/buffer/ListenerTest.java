package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.BackpressureEvent;
import io.sluice.FailedMutation;
import io.sluice.FlushEvent;
import io.sluice.FlushReason;
import io.sluice.MutatorListener;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedEvent;
import io.sluice.RegionMovedException;
import io.sluice.RegionTooBusyException;
import io.sluice.RetryEvent;
import io.sluice.ServerName;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.locate.Regions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListenerTest {
    /** Events that wait for a listener at most, see {@link MutatorListener}. */
    private static final int QUEUE = 1_000;

    private final EngineFixture fixture = new EngineFixture();
    private final Heard heard = new Heard();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    /** Keeps what it hears. */
    private static final class Heard implements MutatorListener {
        private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

        @Override
        public void onFlush(FlushEvent event) {
            events.add(event);
        }

        @Override
        public void onRetry(RetryEvent event) {
            events.add(event);
        }

        @Override
        public void onMutationFailed(FailedMutation failed) {
            events.add(failed);
        }

        @Override
        public void onBackpressure(BackpressureEvent event) {
            events.add(event);
        }

        @Override
        public void onRegionMoved(RegionMovedEvent event) {
            events.add(event);
        }

        <T> T next(Class<T> type) throws InterruptedException {
            Object event = events.poll(1, TimeUnit.MINUTES);
            assertThat(event).isInstanceOf(type);
            return type.cast(event);
        }

        FlushReason reason() throws InterruptedException {
            return next(FlushEvent.class).reason();
        }
    }

    private AsyncBufferedMutator mutator(MutatorListener... listeners) {
        var builder = fixture.builder()
                .setWriteBufferSize(1_000)
                .setMaxMutations(3)
                .setWriteBufferPeriodicFlush(1, TimeUnit.SECONDS)
                .setBackpressure(Backpressure.block(EngineFixture.TOO_LONG));
        for (MutatorListener listener : listeners) {
            builder.addListener(listener);
        }
        return builder.build();
    }

    /** One mutation with all its attempts. */
    private CompletableFuture<Void> settled(AsyncBufferedMutator mutator) {
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        mutator.flush();
        while (fixture.time.advanceToNext()) {
            // Until nothing is left to do.
        }
        return future;
    }

    @Test
    void flush_forEachReason_isTold() throws Exception {
        AsyncBufferedMutator mutator = mutator(heard);
        var first = mutator.mutate(put("a", 10));
        mutator.flush();
        FlushEvent event = heard.next(FlushEvent.class);
        assertThat(event.reason()).isEqualTo(FlushReason.EXPLICIT);
        assertThat(event.table()).isEqualTo(Regions.TABLE);
        assertThat(event.mutations()).isEqualTo(1);
        assertThat(event.bytes()).isEqualTo(put("a", 10).encodedSize());

        var three = mutator.mutate(List.of(put("a"), put("b"), put("c")));
        assertThat(heard.reason()).isEqualTo(FlushReason.COUNT);
        var large = mutator.mutate(put("a", 1_000));
        assertThat(heard.reason()).isEqualTo(FlushReason.SIZE);
        var old = mutator.mutate(put("a"));
        fixture.time.advance(TimeUnit.SECONDS.toNanos(1));
        assertThat(heard.reason()).isEqualTo(FlushReason.TIME);
        var last = mutator.mutate(put("a"));
        var closed = mutator.closeAsync(Duration.ofMinutes(1));
        assertThat(heard.reason()).isEqualTo(FlushReason.CLOSE);
        fixture.time.run();
        assertThat(CompletableFuture.allOf(first, large, old, last, closed)).isCompleted();
        assertThat(three).allSatisfy(future -> assertThat(future).isCompleted());
        assertThat(heard.events).isEmpty();
    }

    @Test
    void backpressure_waited_isToldAtBothEnds() throws Exception {
        // A listener of its own: events of two mutators come by two threads.
        Heard flushes = new Heard();
        CompletableFuture<Void> first = new CompletableFuture<>();
        List<AsyncBufferedMutator> full = new ArrayList<>();
        boolean room = true;
        while (room) {
            AsyncBufferedMutator filling = fixture.builder()
                    .disableWriteBufferPeriodicFlush()
                    .addListener(flushes)
                    .build();
            full.add(filling);
            room = filling.tryMutate(put("a", 100), error -> first.complete(null));
        }
        AsyncBufferedMutator waiting = mutator(heard);
        CompletableFuture<CompletableFuture<Void>> second = new CompletableFuture<>();
        Thread thread = new Thread(() -> second.complete(waiting.mutate(put("b", 100))));
        thread.start();
        BackpressureEvent entered = heard.next(BackpressureEvent.class);
        assertThat(entered.entered()).isTrue();
        assertThat(entered.waited()).isZero();
        assertThat(entered.limitBytes()).isEqualTo(EngineFixture.BUDGET);
        assertThat(entered.usedBytes()).isBetween(EngineFixture.BUDGET / 2, EngineFixture.BUDGET);
        assertThat(flushes.reason()).isEqualTo(FlushReason.MEMORY);
        while (!first.isDone()) {
            fixture.time.run();
        }
        assertThat(heard.next(BackpressureEvent.class).entered()).isFalse();
        thread.join(60_000);
        waiting.flush();
        full.forEach(AsyncBufferedMutator::flush);
        fixture.time.run();
        assertThat(second.join()).isCompleted();
    }

    @Test
    void retry_thenFailure_bothTold() throws Exception {
        AsyncBufferedMutator mutator = mutator(heard);
        RegionTooBusyException busy = new RegionTooBusyException("busy");
        NoSuchColumnFamilyException noFamily = new NoSuchColumnFamilyException("no f");
        fixture.sender.inTurn(ServerBatchResult.failed(busy, false), ServerBatchResult.failed(noFamily, false));
        assertThat(settled(mutator)).isCompletedExceptionally();
        assertThat(heard.reason()).isEqualTo(FlushReason.EXPLICIT);
        RetryEvent retry = heard.next(RetryEvent.class);
        assertThat(retry.cause()).isSameAs(busy);
        assertThat(retry.attempt()).isEqualTo(1);
        assertThat(retry.mutations()).isEqualTo(1);
        assertThat(retry.pause()).isPositive();
        assertThat(retry.server()).isNotNull();
        FailedMutation failed = heard.next(FailedMutation.class);
        assertThat(failed.cause()).isSameAs(noFamily);
        assertThat(failed.attempts()).isEqualTo(2);
        assertThat(failed.server()).isEqualTo(Regions.server(0));
        assertThat(failed.region()).isEqualTo("t,,m.").isEqualTo(retry.region());
        assertThat(failed.mutations())
                .singleElement()
                .satisfies(m -> assertThat(m.getRow()).isEqualTo(put("a").getRow()));
    }

    @Test
    void region_moved_isToldWithBothServers() throws Exception {
        AsyncBufferedMutator mutator = mutator(heard);
        ServerName to = ServerName.valueOf("rs9", 16020, 9);
        RegionMovedException moved = new RegionMovedException(to, 7);
        fixture.sender.inTurn(ServerBatchResult.answered(new Throwable[] {moved}));
        assertThat(settled(mutator)).isCompleted();
        assertThat(heard.reason()).isEqualTo(FlushReason.EXPLICIT);
        RegionMovedEvent event = heard.next(RegionMovedEvent.class);
        assertThat(event.to()).isEqualTo(to);
        assertThat(event.cause()).isInstanceOf(NotServingRegionException.class);
        assertThat(event.region()).contains(Regions.TABLE.getNameAsString());
        assertThat(heard.next(RetryEvent.class).cause()).isSameAs(moved);
    }

    @Test
    void listener_thatThrows_harmsNobody() throws Exception {
        MutatorListener throwing = new MutatorListener() {
            @Override
            public void onFlush(FlushEvent event) {
                throw new IllegalStateException("of the listener's own");
            }
        };
        AsyncBufferedMutator mutator = mutator(throwing, heard);
        for (int i = 0; i < 3; i++) {
            var future = mutator.mutate(put("a"));
            mutator.flush();
            fixture.time.run();
            assertThat(future).isCompleted();
            assertThat(heard.reason()).isEqualTo(FlushReason.EXPLICIT);
        }
        long giveUp = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (mutator.state().listenerFailures() < 3 && System.nanoTime() - giveUp < 0) {
            Thread.onSpinWait();
        }
        assertThat(mutator.state().listenerFailures()).isEqualTo(3);
        assertThat(mutator.state().eventsDropped()).isZero();
    }

    @Test
    void listener_thatIsStuck_harmsNobodyAndLearnsWhatItMissed() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch caughtUp = new CountDownLatch(1);
        AtomicLong delivered = new AtomicLong();
        AtomicLong dropped = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        MutatorListener stuck = new MutatorListener() {
            @Override
            public void onFlush(FlushEvent event) {
                threads.add(Thread.currentThread());
                if (delivered.incrementAndGet() == 1) {
                    awaitUninterruptibly(goOn);
                }
                if (event.reason() == FlushReason.CLOSE) {
                    caughtUp.countDown();
                }
            }

            @Override
            public void onDropped(long events) {
                dropped.addAndGet(events);
            }
        };
        AsyncBufferedMutator mutator = mutator(stuck, heard);
        int flushes = 2 * QUEUE;
        for (int i = 0; i < flushes; i++) {
            var future = mutator.mutate(put("a"));
            mutator.flush();
            fixture.time.run();
            assertThat(future).isCompleted();
            assertThat(heard.reason()).as("the other listener").isEqualTo(FlushReason.EXPLICIT);
        }
        goOn.countDown();
        long giveUp = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (delivered.get() <= QUEUE && System.nanoTime() - giveUp < 0) {
            Thread.onSpinWait();
        }
        var last = mutator.mutate(put("a"));
        var closed = mutator.closeAsync(Duration.ofMinutes(1));
        fixture.time.run();
        assertThat(CompletableFuture.allOf(last, closed)).isCompleted();
        assertThat(caughtUp.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(delivered.get() + dropped.get()).isEqualTo(flushes + 1);
        assertThat(dropped.get()).isPositive().isEqualTo(mutator.state().eventsDropped());
        // Closing ends its thread.
        threads.get(0).join(60_000);
        assertThat(threads.get(0).isAlive()).isFalse();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("never told to go on");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
