package io.sluice.bench.writer;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts all system calls of all threads of this process by {@code perf stat}. If perf is missing or lacks permission,
 * it counts nothing and prints that. {@code /proc/self/io} is no replacement: it leaves out calls that send, receive or
 * wait.
 */
final class SyscallCounter implements AutoCloseable {
    private static final String EVENT = "raw_syscalls:sys_enter";
    private static final long TIMEOUT_SECONDS = 10;

    private final @Nullable Process perf;

    private SyscallCounter(@Nullable Process perf) {
        this.perf = perf;
    }

    /** Counts from now on. */
    static SyscallCounter start() throws IOException {
        // perf starts the command only when it counts, and ends with the command, that is, at the end of its input.
        List<String> command = List.of(
                "perf",
                "stat",
                "-x,",
                "-e",
                EVENT,
                "-p",
                Long.toString(ProcessHandle.current().pid()),
                "sh",
                "-c",
                "echo counting; exec cat >/dev/null");
        try {
            Process perf = new ProcessBuilder(command).start();
            if ("counting".equals(perf.inputReader().readLine())) {
                return new SyscallCounter(perf);
            }
            System.err.println("system calls are not counted: "
                    + perf.errorReader().lines().findFirst().orElse("perf printed no reason"));
            return new SyscallCounter(null);
        } catch (IOException e) {
            System.err.println("system calls are not counted: " + e.getMessage());
            return new SyscallCounter(null);
        }
    }

    /** The number since the start; null if they cannot be counted. */
    @Nullable Long stop() throws IOException, InterruptedException {
        if (perf == null) {
            return null;
        }
        perf.getOutputStream().close();
        Long counted = null;
        try (BufferedReader lines = perf.errorReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Long found = parse(line);
                counted = found == null ? counted : found;
            }
        }
        boolean unused = perf.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        return counted;
    }

    /** The count in a line such as {@code 123,,raw_syscalls:sys_enter,...}; null in any other. */
    static @Nullable Long parse(String line) {
        int end = line.indexOf(',');
        return end > 0 && line.contains(EVENT) && line.substring(0, end).matches("\\d{1,18}")
                ? Long.valueOf(line.substring(0, end))
                : null;
    }

    @Override
    public void close() {
        if (perf != null) {
            perf.destroy();
        }
    }
}
