package io.sluice.connectors.kafka;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a test sees of the tasks of one connector, and wants of them. The worker and the test share the JVM. */
final class Trial {
    private static final Map<String, Trial> BY_CONNECTOR = new ConcurrentHashMap<>();

    /** Records passed to tasks, repeated ones included. */
    final AtomicLong records = new AtomicLong();

    /** Calls of put. */
    final AtomicLong puts = new AtomicLong();

    /** Tasks that have ended. */
    final AtomicInteger stops = new AtomicInteger();

    /** Partitions that are paused. */
    final AtomicInteger paused = new AtomicInteger();

    /** How many tasks crash while records are under way: after having passed on what there is room for, without a commit. */
    final AtomicInteger crashes = new AtomicInteger();

    /** A task that commits whatever it was given, as the default of Kafka's {@code SinkTask} does. */
    volatile boolean careless;

    private Trial() {}

    /** Returns the trial of a connector. */
    static Trial of(String connector) {
        return BY_CONNECTOR.computeIfAbsent(connector, name -> new Trial());
    }
}
