package io.sluice.client.internal.net;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the bytes that come, or do not come, say about a connection. On its event loop. */
final class SignsOfLife {
    /** A call that was sent when its operation was nearly over tells nothing by its timeout. */
    private static final long SHORTEST_SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private long lastReadNanos = System.nanoTime();
    /** Since when bytes have come without completing an answer; valid while {@link #inAnswer}. */
    private long answerSinceNanos;

    private boolean inAnswer;

    /** Notes that bytes have come, of whatever. */
    void bytesRead() {
        lastReadNanos = System.nanoTime();
        if (!inAnswer) {
            inAnswer = true;
            answerSinceNanos = lastReadNanos;
        }
    }

    /** Notes that an answer is complete. */
    void answered() {
        inAnswer = false;
    }

    /** Why nothing is to be hoped from the connection any more when a call that was written then has timed out, or null. */
    @Nullable String complaint(long writtenNanos) {
        if (lastReadNanos - writtenNanos < 0 && System.nanoTime() - writtenNanos >= SHORTEST_SILENCE_NANOS) {
            // The other side may be gone without a word.
            return "no byte";
        }
        // All that came since then belongs to one answer that has not ended: later answers cannot get past it.
        return inAnswer && answerSinceNanos - writtenNanos < 0 ? "no end of an answer" : null;
    }
}
