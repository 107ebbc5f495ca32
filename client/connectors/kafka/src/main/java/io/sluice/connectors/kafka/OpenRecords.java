package io.sluice.connectors.kafka;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * The records of one partition that are not stored yet, in the order of their offsets: first those that are in flight
 * or stored behind one that is not, then those that wait for room. For use by one thread.
 */
final class OpenRecords {
    private final Deque<OpenRecord> open = new ArrayDeque<>();

    /** The last ones of {@link #open}. */
    private final Deque<OpenRecord> waiting = new ArrayDeque<>();

    private boolean paused;

    void add(OpenRecord record) {
        open.add(record);
        waiting.add(record);
    }

    /**
     * Passes records to the client while it has room for them.
     *
     * @param mostSent how many more records may be in flight
     * @return how many were passed
     */
    int send(Table table, int mostSent) {
        int sent = 0;
        while (sent < mostSent && !waiting.isEmpty() && waiting.element().send(table)) {
            waiting.remove();
            sent++;
        }
        return sent;
    }

    /** Returns whether records wait for room. */
    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Returns whether {@link #isWaiting} has changed since the last call. */
    boolean changesPause() {
        boolean changes = paused != isWaiting();
        paused = isWaiting();
        return changes;
    }

    /** Returns how many records were sent and not yet removed. */
    int sent() {
        return open.size() - waiting.size();
    }

    /** Removes the stored records at the front. */
    void trim() {
        while (open.size() > waiting.size() && open.element().isDone()) {
            open.remove();
        }
    }

    /** Returns the offset before which all records are stored, or none if all of them are. */
    OptionalLong firstOpen() {
        return open.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(open.element().offset());
    }

    /** Ignores the outcome of all records, since another task reads the partition from now on. */
    void leaveOut() {
        open.forEach(OpenRecord::leaveOut);
    }
}
