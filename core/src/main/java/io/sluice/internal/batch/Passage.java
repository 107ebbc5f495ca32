package io.sluice.internal.batch;

import io.sluice.CallTimeoutException;
import io.sluice.HBaseServerException;
import io.sluice.RegionTooBusyException;
import io.sluice.internal.pace.AnswerReport;
import io.sluice.internal.pace.RequestWindow;
import io.sluice.internal.pace.Verdict;
import io.sluice.internal.retry.Failure;
import io.sluice.internal.retry.FailureClassifier;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer.Cancellable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The way of one request through the window of its server: it waits for a place, has one, or has given it back. While it
 * waits it is neither encoded nor exposed.
 */
final class Passage {
    private static final Cancellable PASSED = () -> {};

    private final ServerBatch request;
    private final RequestWindow window;
    private final Holding held;
    private final Clock clock;
    /** The deadline of the wait; {@link #PASSED} once it is over. */
    private final AtomicReference<@Nullable Cancellable> deadline = new AtomicReference<>();

    // Of the holder: who sends, then who has the answer.
    private long sentNanos;
    private boolean ended;

    /** @param held what the request holds of the shares, given back with the place */
    Passage(ServerBatch request, RequestWindow window, Holding held, Clock clock) {
        this.request = request;
        this.window = window;
        this.held = held;
        this.clock = clock;
    }

    boolean tryEnter() {
        return window.tryEnter();
    }

    /** Waits for a place; see {@link RequestWindow#enter}. */
    RequestWindow.Waiting enter(Runnable go) {
        return window.enter(() -> {
            Cancellable timer = deadline.getAndSet(PASSED);
            if (timer != null) {
                timer.cancel();
            }
            go.run();
        });
    }

    /** Has a timer cancelled when the wait is over, if that is not so already. */
    void deadline(Cancellable timer) {
        if (!deadline.compareAndSet(null, timer)) {
            timer.cancel();
        }
    }

    void sent() {
        sentNanos = clock.nanoTime();
    }

    /** The answer is there: the next request may go. Does nothing the second time. */
    void answered(ServerBatchResult result) {
        if (!ended) {
            long nowNanos = clock.nanoTime();
            if (result.isAcknowledged()) {
                held.served();
            } else if (result.failure() == null) {
                held.servedInPart(request, result);
            }
            if (result.failure() == null) {
                held.answered(request, nowNanos - sentNanos, nowNanos);
            }
            boolean unused = end();
            window.leave(new AnswerReport(sentNanos, nowNanos, request.bytes(), verdict(result), result.pressure()));
        }
    }

    /** The place was not used. Does nothing after {@link #answered}. */
    void unused() {
        if (end()) {
            window.leave();
        }
    }

    /** The wait has ended without a place. */
    void gaveUp() {
        boolean unused = end();
    }

    private boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        held.release();
        return true;
    }

    private static Verdict verdict(ServerBatchResult result) {
        if (result.isAcknowledged()) {
            return Verdict.WELL;
        }
        Throwable failure = result.failure();
        if (failure != null) {
            return isOverload(failure) || FailureClassifier.classify(failure) == Failure.SERVER_DOWN
                    ? Verdict.OVERLOADED
                    : Verdict.NOTHING;
        }
        return result.hasError(Passage::isOverload) ? Verdict.OVERLOADED : Verdict.WELL;
    }

    private static boolean isOverload(Throwable error) {
        return error instanceof RegionTooBusyException
                || error instanceof CallTimeoutException
                || (error instanceof HBaseServerException busy && busy.isServerOverloaded());
    }
}
