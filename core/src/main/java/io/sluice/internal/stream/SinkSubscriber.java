package io.sluice.internal.stream;

import io.sluice.Mutation;
import io.sluice.MutationCallback;
import io.sluice.MutationSubscriber;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Takes what it has asked for into the sink, and asks for more when most of that was accepted and there is room.
 *
 * <p>Signals come from the publisher's thread, and from threads that give room back, settle mutations, or cancel. Each
 * notes what it has to say and calls {@link #drain}, which one thread at a time runs: thus the calls of
 * the subscription are serial, as the rules of reactive streams ask for, without a lock.
 */
public final class SinkSubscriber implements MutationSubscriber {
    private static final int MAX_SUPPRESSED = 10;

    private final Sink sink;
    /** Asked for anew when so many were accepted: not for each, and not only when the publisher has nothing to do. */
    private final int refill;

    private final AtomicReference<@Nullable Subscription> upstream = new AtomicReference<>();
    private final Queue<Mutation> received = new ConcurrentLinkedQueue<>();
    private final AtomicInteger work = new AtomicInteger();

    /** The publisher has said that nothing more comes. */
    private volatile boolean ended;

    private volatile boolean cancelled;

    /** A mutation that had been received is in the queue for room; those behind it wait for it, to keep their order. */
    private volatile boolean mutationWaits;

    private volatile Demand demand = Demand.NONE;

    // Only touched by the thread that drains; handed on by `work`.
    /** How many may be asked for: accepted ones, and at first all. */
    private int owed;

    private boolean unflushed;
    private boolean cancelSent;
    private boolean finished;

    /** What was received and has not settled, and one more until the stream has ended. Never leaves 0 again. */
    private final AtomicLong open = new AtomicLong(1);

    private final MutationCallback callback = this::settled;

    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicInteger suppressed = new AtomicInteger();
    private final CompletableFuture<Long> completion = new CompletableFuture<>();

    /** Whether more may be asked for. */
    private enum Demand {
        /** Nobody has looked. */
        NONE,
        /** There was no room; somebody will tell. */
        WAITS,
        /** There was room a moment ago. */
        HAS_ROOM
    }

    /**
     * @param prefetch how many are asked for at first, and then at most received and not accepted
     * @throws IllegalArgumentException if it is not positive
     */
    public SinkSubscriber(Sink sink, int prefetch) {
        if (prefetch <= 0) {
            throw new IllegalArgumentException("prefetch must be positive, not " + prefetch);
        }
        this.sink = sink;
        owed = prefetch;
        refill = prefetch - (prefetch >> 2);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        Objects.requireNonNull(subscription, "subscription");
        if (!upstream.compareAndSet(null, subscription)) {
            subscription.cancel();
            return;
        }
        drain();
    }

    @Override
    public void onNext(Mutation mutation) {
        Objects.requireNonNull(mutation, "mutation");
        if (tryOpenOne()) {
            received.add(mutation);
            drain();
        }
    }

    /** False if the stream has ended and all has settled, which the program has been told. */
    private boolean tryOpenOne() {
        long count = open.get();
        while (count > 0) {
            if (open.compareAndSet(count, count + 1)) {
                return true;
            }
            count = open.get();
        }
        return false;
    }

    @Override
    public void onError(Throwable error) {
        Objects.requireNonNull(error, "error");
        noteFailure(error);
        ended = true;
        drain();
    }

    @Override
    public void onComplete() {
        ended = true;
        drain();
    }

    @Override
    public void cancel() {
        cancelled = true;
        drain();
    }

    @Override
    public CompletableFuture<Long> completion() {
        // Not copy(), which would hand errors on in a CompletionException.
        CompletableFuture<Long> own = new CompletableFuture<>();
        var unused = completion.whenComplete((count, error) -> {
            if (error == null) {
                own.complete(count);
            } else {
                own.completeExceptionally(error);
            }
        });
        return own;
    }

    private void drain() {
        if (work.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            // In this order: a thread that cancels or completes has handed over everything before it says so.
            boolean over = ended || cancelled;
            accept();
            askForMore(over);
            end(over);
            seen = work.addAndGet(-seen);
        } while (seen != 0);
    }

    /** Gives the sink what was received, until it has no room. */
    private void accept() {
        while (!mutationWaits) {
            Mutation mutation = received.poll();
            if (mutation == null) {
                return;
            }
            owed++;
            unflushed = true;
            try {
                if (!sink.tryMutate(mutation, callback)) {
                    mutationWaits = true;
                    var unused = sink.mutateLater(mutation, callback).thenRun(() -> {
                        mutationWaits = false;
                        drain();
                    });
                }
            } catch (RuntimeException e) {
                // One that can never be written, mostly.
                settled(e);
            }
        }
    }

    private void askForMore(boolean over) {
        Subscription subscription = upstream.get();
        if (over || cancelled || subscription == null || mutationWaits || owed < refill) {
            return;
        }
        if (demand == Demand.NONE) {
            demand = Demand.WAITS;
            // May run at once, which only makes this loop turn once more.
            var unused = sink.ready().thenRun(() -> {
                demand = Demand.HAS_ROOM;
                drain();
            });
        }
        if (demand == Demand.HAS_ROOM) {
            demand = Demand.NONE;
            int more = owed;
            owed = 0;
            subscription.request(more);
        }
    }

    private void end(boolean over) {
        if (!over) {
            return;
        }
        Subscription subscription = upstream.get();
        // Once ended there is nothing to cancel, and onComplete and onError must not call the subscription.
        if (!ended && !cancelSent && subscription != null) {
            cancelSent = true;
            subscription.cancel();
        }
        if (!received.isEmpty() || mutationWaits) {
            return;
        }
        if (unflushed) {
            unflushed = false;
            sink.flush();
        }
        if (!finished) {
            finished = true;
            closeOne();
        }
    }

    private void settled(@Nullable Throwable error) {
        if (error == null) {
            acknowledged.incrementAndGet();
        } else {
            noteFailure(error);
            cancelled = true;
            drain();
        }
        closeOne();
    }

    @SuppressWarnings("ReferenceEquality") // An exception must not suppress itself.
    private void noteFailure(Throwable error) {
        if (failure.compareAndSet(null, error)) {
            return;
        }
        Throwable first = Objects.requireNonNull(failure.get());
        if (first != error && suppressed.getAndIncrement() < MAX_SUPPRESSED) {
            first.addSuppressed(error);
        }
    }

    private void closeOne() {
        if (open.decrementAndGet() > 0) {
            return;
        }
        Throwable error = failure.get();
        if (error != null) {
            completion.completeExceptionally(error);
        } else if (!ended) {
            completion.completeExceptionally(new CancellationException("the stream was cancelled"));
        } else {
            completion.complete(acknowledged.get());
        }
    }
}
