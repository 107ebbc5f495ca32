package io.sluice.internal.buffer;

import io.sluice.CloseResult;
import io.sluice.MutatorClosedException;
import io.sluice.TableName;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchDispatcher;
import io.sluice.internal.batch.BatchDispatcher.Abandoned;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.StackProbe;
import io.sluice.internal.time.Timer;
import io.sluice.internal.time.Timer.Cancellable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a mutator once, whichever thread asks for it.
 *
 * <p>The close ends when all batches have settled, or at its deadline; unsettled mutations are handed back then. The result
 * is made from the batches themselves, so the program's callbacks cannot prevent it from being complete. The receivers of
 * the mutations handed back are notified first, but for no longer than {@link #TELLING_NANOS}; where they may block, on a
 * thread of their own, so that they do not hold up the network threads and with these all other mutators.
 */
final class MutatorClose {
    private static final Logger LOG = LoggerFactory.getLogger(MutatorClose.class);

    /** The result waits at most this long for the callbacks of the mutations handed back. */
    private static final long TELLING_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /**
     * A thread that is copying a mutation at the deadline gets this much time to finish, which is far more than it needs.
     */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int LOOKS = 50;

    private final TableName table;
    private final BufferStripes stripes;
    private final BatchDispatcher dispatcher;
    private final Timer timer;
    private final Executor notifier;

    /** Whether {@link #begin} has ended once without an error. */
    private volatile boolean begun;

    /** Either everything settles in time, or the rest is handed back: set by whichever comes first. */
    private final AtomicBoolean decided = new AtomicBoolean();

    /** Null until the buffers refuse mutations. */
    private final AtomicReference<@Nullable Outstanding> outstanding = new AtomicReference<>();

    private final CompletableFuture<CloseResult> result = new CompletableFuture<>();

    /** @param notifier notifies the receivers of the mutations handed back */
    MutatorClose(TableName table, BufferStripes stripes, BatchDispatcher dispatcher, Timer timer, Executor notifier) {
        this.table = table;
        this.stripes = stripes;
        this.dispatcher = dispatcher;
        this.timer = timer;
        this.notifier = notifier;
    }

    /**
     * Closes, or makes the close that is under way end by this deadline, too. The result is the same for all calls, and
     * never exceptional. What an error interrupts is continued: by another call, or by the timer.
     *
     * @throws StackOverflowError if the stack has no room for it; another call is needed if it was the first one
     */
    CompletableFuture<CloseResult> close(Duration deadline) {
        StackProbe.probe();
        // First: from here on the close ends whatever is thrown.
        endAt(deadline);
        try {
            begin();
        } catch (Throwable e) {
            if (after(LOOK_NANOS, this::beginOrLog) == null) {
                throw e;
            }
            LOG.warn("the timer continues the close of the mutator for '{}'", table, e);
        }
        // A copy: a caller that completes or cancels its future must not end those of others.
        return result.copy();
    }

    /** Each step may be repeated: several threads may be here at once, and one continues what an error has ended. */
    private void begin() {
        if (begun) {
            return;
        }
        // Complete, and listed before they are sent, so that no outcome is missed.
        Outstanding closing = refuseAndList();
        stripes.close();
        Runnable unused = closing.whenAllSettled(() -> {
            if (decided.compareAndSet(false, true)) {
                complete(closing, List.of());
            }
        });
        begun = true;
    }

    private void beginOrLog() {
        try {
            begin();
        } catch (Throwable e) {
            LOG.error("the buffers of the mutator for '{}' could not be closed properly", table, e);
        }
    }

    private Outstanding refuseAndList() {
        Outstanding listed = outstanding.get();
        if (listed != null) {
            return listed;
        }
        stripes.refuse();
        Outstanding mine = new Outstanding(stripes.outstanding());
        Outstanding first = outstanding.compareAndExchange(null, mine);
        return first == null ? mine : first;
    }

    private void endAt(Duration deadline) {
        if (result.isDone()) {
            return;
        }
        Cancellable end;
        try {
            end = timer.deadline(() -> atDeadline(deadline, LOOKS), Clock.nanosOf(deadline));
        } catch (StackOverflowError e) {
            // The timer works: it has refused the caller's stack.
            throw e;
        } catch (Throwable e) {
            LOG.warn("a close of the mutator for '{}' ends at once, without its timer", table, e);
            atDeadline(deadline, 0);
            return;
        }
        CompletableFuture<Void> unused = result.thenRun(end::cancel);
    }

    private void complete(Outstanding now, List<Unacknowledged> handedBack) {
        result.complete(now.closeResult(handedBack));
    }

    /** @param looks how many more times to check whether the threads that are copying their mutations have finished */
    private void atDeadline(Duration deadline, int looks) {
        beginOrLog();
        Outstanding now = outstanding.get();
        if (now == null || (looks > 0 && !isSealed(now))) {
            // There was an error, which may not happen again, or another thread is copying its mutation.
            if (after(LOOK_NANOS, () -> atDeadline(deadline, looks - 1)) != null || now == null) {
                return;
            }
        }
        if (!decided.compareAndSet(false, true)) {
            return;
        }
        Abandoned abandoned = abandon(now.batches(), deadline);
        Runnable complete = () -> complete(now, abandoned.handedBack());
        if (after(TELLING_NANOS, complete) == null) {
            complete.run();
        }
        Runnable tell = () -> {
            abandoned.tell().run();
            complete.run();
        };
        try {
            notifier.execute(tell);
        } catch (Throwable e) {
            // The network threads have ended, or there is no memory for a thread: this one is the timer's.
            tell.run();
        }
    }

    private boolean isSealed(Outstanding closing) {
        return begun && closing.batches().stream().allMatch(Batch::isComplete);
    }

    /** Null if the timer does not work. */
    private @Nullable Cancellable after(long nanos, Runnable task) {
        try {
            return timer.deadline(task, nanos);
        } catch (Throwable e) {
            LOG.warn("a close of the mutator for '{}' continues without its timer", table, e);
            return null;
        }
    }

    private Abandoned abandon(List<Batch> batches, Duration deadline) {
        try {
            return dispatcher.abandon(
                    batches,
                    batch -> new MutatorClosedException("the mutator for '" + table + "' was closed, and "
                            + batch.pending() + " mutations of this batch were not acknowledged within "
                            + deadline.toMillis() + " ms"));
        } catch (Throwable e) {
            LOG.error("mutations of the mutator for '{}' could not be handed back when it was closed", table, e);
            return new Abandoned(List.of(), () -> {});
        }
    }
}
