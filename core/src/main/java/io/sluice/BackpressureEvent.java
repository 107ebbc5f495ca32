package io.sluice;

import java.time.Duration;
import java.util.List;

/**
 * A thread began to wait for room, or has ended it.
 *
 * @param entered true at the beginning, false at the end
 * @param waited how long it has waited; zero at the beginning
 * @param usedBytes what all mutators of the connection hold
 * @param limitBytes what they may hold
 * @param largest the regions and servers to which most of it is on its way, at most three, the largest first
 */
public record BackpressureEvent(
        TableName table, boolean entered, Duration waited, long usedBytes, long limitBytes, List<Holder> largest) {
    /** Makes the list immutable. */
    public BackpressureEvent {
        largest = List.copyOf(largest);
    }

    /**
     * A place that holds room.
     *
     * @param place in words: a region with its server, or a server
     * @param bytes on their way there
     */
    public record Holder(String place, long bytes) {}
}
