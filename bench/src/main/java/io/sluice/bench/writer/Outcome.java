package io.sluice.bench.writer;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What came of an {@link Order}.
 *
 * @param puts of a stage that writes as fast as it goes
 * @param latencies of a paced stage
 * @param syscalls system calls of all threads while the rows were written; null where they cannot be counted
 * @param error why there is nothing else
 */
public record Outcome(
        @Nullable Puts puts,
        @Nullable Latencies latencies,
        @Nullable Long syscalls,
        @Nullable String error) {

    /**
     * What was used from the first put until the last acknowledgement.
     *
     * @param rows written, each of them acknowledged
     * @param nanos of time
     * @param cpuNanos of all threads of the client's process
     * @param allocatedBytes by all Java threads of the client's process
     * @param serverCpuNanos of all threads of the server's process
     */
    public record Puts(long rows, long nanos, long cpuNanos, long allocatedBytes, long serverCpuNanos) {

        /** Puts a second. */
        public double rate() {
            return rows * 1e9 / nanos;
        }
    }

    /**
     * From the moment a put was due until its future completed.
     *
     * @param p50Micros half of them took at most this long
     * @param p99Micros 99 %
     * @param p999Micros 99.9 %
     */
    public record Latencies(double p50Micros, double p99Micros, double p999Micros) {}

    /** The known part of it, for a waiting caller. */
    String text() {
        return Stream.of(puts, latencies, syscalls, error)
                .filter(Objects::nonNull)
                .map(Object::toString)
                .collect(Collectors.joining(", "));
    }

    /** Of an order that was not carried out. */
    public static Outcome failed(String error) {
        return new Outcome(null, null, null, error);
    }
}
