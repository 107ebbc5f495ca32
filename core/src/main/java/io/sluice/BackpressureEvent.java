package io.sluice;

import java.time.Duration;
import java.util.List;

/**
 * A thread began to wait for room, or stopped waiting.
 *
 * @param entered true at the beginning, false at the end
 * @param waited how long it has waited; zero at the beginning
 * @param usedBytes what all mutators of the connection hold
 * @param limitBytes what they may hold
 * @param largest the regions and servers for which most of it is in flight, at most three, the largest first
 */
public record BackpressureEvent(
        TableName table, boolean entered, Duration waited, long usedBytes, long limitBytes, List<Holder> largest) {
    public BackpressureEvent {
        largest = List.copyOf(largest);
    }

    /**
     * A place that takes up room.
     *
     * @param place in words: a region with its server, or a server
     * @param bytes in flight for it
     */
    public record Holder(String place, long bytes) {}
}
