package io.sluice.bench.writer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The processor that a process runs on, by {@code taskset}.
 *
 * @param prefix prefix of the process's command
 */
public record Pinning(List<String> prefix) {
    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    /** Lets the process run on any processor. */
    public static Pinning none() {
        return new Pinning(List.of());
    }

    /** Pins the process to one processor, if the system has taskset and that processor. */
    public static Pinning to(int processor) {
        return isPossible() ? new Pinning(List.of(TASKSET.toString(), "-c", Integer.toString(processor))) : none();
    }

    /** Whether {@link #to} has an effect for processors 0 and 1. */
    public static boolean isPossible() {
        return Files.isExecutable(TASKSET) && Runtime.getRuntime().availableProcessors() > 1;
    }
}
