package io.sluice.bench.result;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The environment of a measurement.
 *
 * @param processor the processor's name
 * @param cores number of processors that the JVM sees
 * @param memoryMiB memory of the machine
 * @param system the operating system
 * @param jdk the JVM that ran the benchmarks
 * @param loadAverage load average of the machine in the minute before the first benchmark; negative if unknown
 * @param commit commit of the working copy, with "-dirty" if that has changes, or "unknown"
 * @param note a remark of the person who ran it
 */
public record Environment(
        String processor,
        int cores,
        long memoryMiB,
        String system,
        String jdk,
        double loadAverage,
        String commit,
        String note) {
    private static final String UNKNOWN = "unknown";

    /** Returns the current environment on this machine. */
    public static Environment current(String note) {
        var machine = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        return new Environment(
                processorName(),
                machine.getAvailableProcessors(),
                machine.getTotalMemorySize() >> 20,
                machine.getName() + " " + machine.getVersion() + " " + machine.getArch(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                machine.getSystemLoadAverage(),
                System.getProperty("sluice.bench.commit", UNKNOWN),
                note);
    }

    /** Whether the commit says which code was measured. */
    public boolean isCommitted() {
        return !commit.equals(UNKNOWN) && !commit.endsWith("-dirty");
    }

    private static String processorName() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
