package io.sluice.bench.writer;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.bench.writer.Outcome.Puts;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * The resources that two processes have used so far.
 *
 * @param nanoTime time of reading
 * @param cpuNanos processor time of this process
 * @param allocatedBytes bytes allocated by this process
 * @param collectorNanos processor time of this process's garbage collector
 * @param serverCpuNanos processor time of the server's process, with the system's precision, 10 ms on Linux
 */
record Usage(long nanoTime, long cpuNanos, long allocatedBytes, long collectorNanos, long serverCpuNanos) {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    static Usage now(AllocationMeter meter, long serverPid) {
        return new Usage(
                System.nanoTime(),
                PROCESS.getProcessCpuTime(),
                meter.total(),
                ThreadTimes.ofThisProcess().collectorNanos(),
                serverCpuNanos(serverPid));
    }

    /** The processor time of a process; 0 if it has ended. */
    static long serverCpuNanos(long serverPid) {
        return ProcessHandle.of(serverPid)
                .flatMap(server -> server.info().totalCpuDuration())
                .map(Duration::toNanos)
                .orElse(0L);
    }

    /** The usage since an earlier one. */
    Puts since(Usage before, long rows) {
        return new Puts(
                rows,
                nanoTime - before.nanoTime,
                cpuNanos - before.cpuNanos,
                allocatedBytes - before.allocatedBytes,
                serverCpuNanos - before.serverCpuNanos,
                collectorNanos - before.collectorNanos);
    }
}
