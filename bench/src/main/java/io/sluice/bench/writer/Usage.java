package io.sluice.bench.writer;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.bench.writer.Outcome.Puts;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * What two processes have used so far.
 *
 * @param nanoTime when this was read
 * @param cpuNanos of this process
 * @param allocatedBytes by this process
 * @param serverCpuNanos of the server's process, as exact as its system counts, 10 ms on Linux
 */
record Usage(long nanoTime, long cpuNanos, long allocatedBytes, long serverCpuNanos) {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    static Usage now(AllocationMeter meter, long serverPid) {
        long serverNanos = ProcessHandle.of(serverPid)
                .flatMap(server -> server.info().totalCpuDuration())
                .map(Duration::toNanos)
                .orElse(0L);
        return new Usage(System.nanoTime(), PROCESS.getProcessCpuTime(), meter.total(), serverNanos);
    }

    /** What was used since. */
    Puts since(Usage before, long rows) {
        return new Puts(
                rows,
                nanoTime - before.nanoTime,
                cpuNanos - before.cpuNanos,
                allocatedBytes - before.allocatedBytes,
                serverCpuNanos - before.serverCpuNanos);
    }
}
