package io.sluice.bench.writer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The memory of this process according to the system. */
final class ProcessMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String MOST_RESIDENT = "VmHWM:";
    private static final long KIBIBYTE = 1 << 10;

    private ProcessMemory() {}

    /** Returns the peak of resident memory so far; 0 if the system is not Linux. */
    static long mostResidentBytes() throws IOException {
        return Files.exists(STATUS) ? mostResidentBytes(Files.readAllLines(STATUS)) : 0;
    }

    static long mostResidentBytes(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(MOST_RESIDENT))
                .mapToLong(line -> KIBIBYTE * Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
