package io.sluice.bench.writer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of {@link FirstPuts} in one JVM.
 *
 * @param firstMillis from the start of the JVM until its first put was acknowledged; null if the contender does not
 *     report it
 * @param parts in their order
 */
public record FirstPutsMeasured(@Nullable Double firstMillis, List<Part> parts) {

    /**
     * The resources used from the start of the JVM until the last put of a part was acknowledged.
     *
     * @param millis elapsed time
     * @param cpuNanos processor time of the process
     * @param compilerNanos processor time of the just-in-time compiler's threads, part of {@code cpuNanos}; 0 if
     *     unknown
     * @param collectorNanos processor time of the garbage collector's threads, likewise
     * @param classes number of loaded classes
     * @param allocatedBytes bytes allocated by Java threads
     * @param serverCpuNanos processor time of the server's process since just before the JVM was started
     * @param mostResidentBytes peak memory of the process; 0 if unknown
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
