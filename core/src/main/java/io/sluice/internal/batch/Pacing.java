package io.sluice.internal.batch;

import io.sluice.Ordering;
import io.sluice.internal.pace.RequestWindows;
import io.sluice.internal.pace.Shares;

/**
 * In which order a mutator sends, and how much.
 *
 * @param ordering whether the order of rows is kept; {@code PER_ROW} needs batches that are
 *     {@linkplain Batch#number(long) numbered}
 * @param windows of requests in flight
 * @param shares of the connection's budget
 */
public record Pacing(Ordering ordering, RequestWindows windows, Shares shares) {

    /** Sends everything at once. */
    public static Pacing none() {
        return new Pacing(Ordering.NONE, RequestWindows.unlimited(), new Shares(Long.MAX_VALUE, 1));
    }
}
