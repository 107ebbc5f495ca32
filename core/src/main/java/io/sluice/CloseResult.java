package io.sluice;

import java.util.List;

/**
 * The outcome of a close.
 *
 * @param acked mutations the servers acknowledged while it closed
 * @param failed mutations that failed while it closed, not counting the unacknowledged ones
 * @param unacknowledged mutations that had not settled at the deadline, within their batches in the order of acceptance
 */
public record CloseResult(long acked, long failed, List<Unacknowledged> unacknowledged) {
    public CloseResult {
        unacknowledged = List.copyOf(unacknowledged);
    }
}
