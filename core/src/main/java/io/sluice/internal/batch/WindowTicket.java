package io.sluice.internal.batch;

import io.sluice.internal.flow.RequestWindow;
import io.sluice.internal.flow.RequestWindow.AnswerReport;
import io.sluice.internal.flow.RequestWindow.Verdict;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import io.sluice.internal.time.Timer.Cancellable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The right of one request to be in the window of its server: the request waits for it, has it, or has returned it. While it
 * waits it is neither encoded nor exposed.
 */
final class WindowTicket {
    private final ServerBatch request;
    private final RequestWindow window;
    private final ShareHold held;
    private final Clock clock;
    /** The deadline of the wait, or null. */
    private volatile @Nullable Cancellable deadline;

    // Owned by the holder: the thread that sends, then the one that receives the answer.
    private long sentNanos;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * Whether the request is in the window and no answer will return its ticket. Stored without a call, see
     * {@link BatchDispatcher}.
     */
    volatile boolean hasIdlePlace;

    /** @param held what the request holds of the shares, given back with the ticket */
    WindowTicket(ServerBatch request, RequestWindow window, ShareHold held, Clock clock) {
        this.request = request;
        this.window = window;
        this.held = held;
        this.clock = clock;
        held.endWith(this);
    }

    ServerBatch request() {
        return request;
    }

    boolean tryEnter() {
        hasIdlePlace = window.tryEnter();
        return hasIdlePlace;
    }

    void batchEnds() {
        if (hasIdlePlace) {
            unused();
        }
    }

    /**
     * Waits until the window admits the request, see {@link RequestWindow#enter}, but not longer than the deadline.
     *
     * @param go is run once it is admitted; must not throw
     * @param late is run if the deadline comes before that
     */
    void await(Timer timer, long timeoutNanos, Runnable go, Runnable late) {
        RequestWindow.Waiting waiting = window.enter(() -> {
            Cancellable set = deadline;
            if (set != null) {
                set.cancel();
            }
            hasIdlePlace = true;
            go.run();
        });
        try {
            Cancellable set = timer.schedule(
                    () -> {
                        if (waiting.cancel()) {
                            gaveUp();
                            late.run();
                        }
                    },
                    timeoutNanos);
            deadline = set;
            // The thread that admits the request decides first and then reads the deadline: one of the two cancels it.
            if (waiting.isDecided()) {
                set.cancel();
            }
        } catch (Throwable e) {
            // An Error. If the request is already in the window, it needs no timer.
            if (waiting.cancel()) {
                gaveUp();
                throw e;
            }
        }
    }

    /** The request is given to the sender, which answers. */
    void sent() {
        sentNanos = clock.nanoTime();
        hasIdlePlace = false;
    }

    /** The answer has arrived: the next request may go. Does nothing the second time. */
    void answered(ServerBatchResult result) {
        if (!ended.get()) {
            long nowNanos = clock.nanoTime();
            if (result.failure() == null) {
                held.answered(request, result, nowNanos - sentNanos, nowNanos);
            }
            if (!end()) {
                return;
            }
            window.leave(new AnswerReport(sentNanos, nowNanos, request.bytes(), verdict(result), result.pressure()));
        }
    }

    /** The ticket was not used. Does nothing after {@link #answered}. */
    void unused() {
        if (end()) {
            window.leave();
        }
    }

    /** The wait has ended without a ticket. */
    private void gaveUp() {
        boolean unused = end();
    }

    private boolean end() {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        held.release();
        return true;
    }

    private static Verdict verdict(ServerBatchResult result) {
        if (result.saysOverload()) {
            return Verdict.OVERLOADED;
        }
        return result.failure() == null ? Verdict.WELL : Verdict.NOTHING;
    }
}
