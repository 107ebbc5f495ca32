package io.sluice.bench.writer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link FirstPuts} measured in one JVM.
 *
 * @param firstMillis from the start of the JVM until its first put was acknowledged; null if the contender does not tell
 * @param parts in their order
 */
public record FirstPutsMeasured(@Nullable Double firstMillis, List<Part> parts) {

    /**
     * From the start of the JVM until the last put of a part was acknowledged.
     *
     * @param millis elapsed time
     * @param cpuNanos processor time of the process
     * @param compilerNanos that of the just-in-time compiler's threads, part of {@code cpuNanos}; 0 if the system does not tell
     * @param collectorNanos that of the garbage collector's threads, likewise
     * @param classes loaded
     * @param allocatedBytes by Java threads
     * @param serverCpuNanos processor time of the server's process, from the opening of the client on
     * @param mostResidentBytes the most memory that the process had at any time; 0 if the system does not tell
     */
    public record Part(
            double millis,
            long cpuNanos,
            long compilerNanos,
            long collectorNanos,
            long classes,
            long allocatedBytes,
            long serverCpuNanos,
            long mostResidentBytes) {}
}
