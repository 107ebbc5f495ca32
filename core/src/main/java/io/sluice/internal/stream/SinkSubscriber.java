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
 * Passes the mutations that it has requested to the sink, and requests more when most of them were accepted and there is
 * room.
 *
 * <p>Signals come from the publisher's thread, and from threads that release room, settle mutations, or cancel. Each of them
 * records its signal and calls {@link #drain}, which one thread at a time runs: so the calls of the subscription are serial,
 * as the rules of reactive streams demand, without a lock.
 */
public final class SinkSubscriber implements MutationSubscriber {
    private static final int MAX_SUPPRESSED = 10;

    private final Sink sink;
    /** Accepted mutations at which more are requested: not for each one, and not only when the publisher is idle. */
    private final int refill;

    private final AtomicReference<@Nullable Subscription> upstream = new AtomicReference<>();
    private final Queue<Mutation> received = new ConcurrentLinkedQueue<>();
    private final AtomicInteger work = new AtomicInteger();

    /** The publisher has signalled the end or an error. */
    private volatile boolean ended;

    private volatile boolean cancelled;

    /** A received mutation is queued for room; those behind it wait for it, to keep their order. */
    private volatile boolean mutationWaits;

    // Used only by the thread that drains; published by `work`.
    /** How many may be requested: the number of accepted ones, at first the prefetch. */
    private int owed;

    /** Completes when there is room to request more; null if that has not been asked since the last request. */
    private @Nullable CompletableFuture<Void> room;

    private boolean unflushed;
    private boolean cancelSent;
    private boolean finished;

    /** Received mutations that have not settled, plus one until the stream has ended. Stays at 0 once it is there. */
    private final AtomicLong open = new AtomicLong(1);

    private final MutationCallback callback = this::settled;

    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicInteger suppressed = new AtomicInteger();
    private final CompletableFuture<Long> completion = new CompletableFuture<>();

    /**
     * @param prefetch how many are requested at first, and at most received and not accepted
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
        boolean isOver = open.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0;
        // If it is over, all mutations have settled and the result is complete.
        if (!isOver) {
            received.add(mutation);
            drain();
        }
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
        // Not copy(), which would wrap errors in a CompletionException.
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
            // Read first: a thread that cancels or completes has queued all its mutations before.
            boolean over = ended || cancelled;
            accept();
            askForMore(over);
            end(over);
            seen = work.addAndGet(-seen);
        } while (seen != 0);
    }

    /** Passes received mutations to the sink until it has no room. */
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
                // Usually a mutation that can never be written.
                settled(e);
            }
        }
    }

    private void askForMore(boolean over) {
        Subscription subscription = upstream.get();
        if (over || cancelled || subscription == null || mutationWaits || owed < refill) {
            return;
        }
        CompletableFuture<Void> ready = room;
        if (ready == null) {
            ready = sink.ready();
            room = ready;
            // May run at once, which only makes the loop of drain() run once more.
            var unused = ready.thenRun(this::drain);
        }
        if (ready.isDone()) {
            room = null;
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
        // Once the stream has ended there is nothing to cancel, and onComplete and onError must not call the
        // subscription.
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
