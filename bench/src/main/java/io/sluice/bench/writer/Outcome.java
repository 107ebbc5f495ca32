package io.sluice.bench.writer;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an {@link Order}.
 *
 * @param puts result of a stage that writes as fast as possible
 * @param latencies result of a paced stage
 * @param syscalls system calls of all threads while the rows were written; null if they cannot be counted
 * @param error the reason if there is no result
 */
public record Outcome(
        @Nullable Puts puts,
        @Nullable Latencies latencies,
        @Nullable Long syscalls,
        @Nullable String error) {

    /**
     * Resources used from the first put until the last acknowledgement.
     *
     * @param rows rows written and acknowledged
     * @param nanos elapsed time
     * @param cpuNanos processor time of all threads of the client's process
     * @param allocatedBytes bytes allocated by all Java threads of the client's process
     * @param serverCpuNanos processor time of all threads of the server's process
     * @param collectorNanos processor time of the garbage collector's threads, part of {@code cpuNanos}
     */
    public record Puts(
            long rows, long nanos, long cpuNanos, long allocatedBytes, long serverCpuNanos, long collectorNanos) {

        /** Puts a second. */
        public double rate() {
            return rows * 1e9 / nanos;
        }
    }

    /**
     * Latencies from the moment a put was due until its future completed.
     *
     * @param p50Micros median
     * @param p99Micros 99 %
     * @param p999Micros 99.9 %
     */
    public record Latencies(double p50Micros, double p99Micros, double p999Micros) {}

    /** Returns the known percentiles as text. */
    String text() {
        return Stream.of(puts, latencies, syscalls, error)
                .filter(Objects::nonNull)
                .map(Object::toString)
                .collect(Collectors.joining(", "));
    }

    /** The outcome of an order that was not executed. */
    public static Outcome failed(String error) {
        return new Outcome(null, null, null, error);
    }
}
