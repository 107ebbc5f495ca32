package io.sluice;

import java.util.List;

/**
 * How a close went.
 *
 * @param acked mutations the servers acknowledged while it closed
 * @param failed mutations that failed while it closed, those handed back not counted
 * @param unacknowledged mutations that had not settled at the deadline, handed back in the order in which they were
 *     accepted within their batches
 */
public record CloseResult(long acked, long failed, List<Unacknowledged> unacknowledged) {
    /** Makes the list immutable. */
    public CloseResult {
        unacknowledged = List.copyOf(unacknowledged);
    }
}
