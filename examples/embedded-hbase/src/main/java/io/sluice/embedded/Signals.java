package io.sluice.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Suspends and resumes processes with the program {@code kill}, which every Unix has. */
final class Signals {
    private static final int SECONDS = 10;

    private Signals() {}

    /** Suspends a process: when this returns it does nothing any more, and its sockets stay open. */
    static void stop(long pid) throws IOException {
        send("-STOP", pid);
        // The threads of the process stop only once one of them has run to receive the signal.
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (isRunning(pid)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("process " + pid + " still runs " + SECONDS + " s after SIGSTOP");
            }
            Thread.onSpinWait();
        }
    }

    /** Whether a thread of the process is not suspended; false where there is no {@code /proc}. */
    private static boolean isRunning(long pid) {
        Path threads = Path.of("/proc", Long.toString(pid), "task");
        if (!Files.isDirectory(threads)) {
            return false;
        }
        try (Stream<Path> all = Files.list(threads)) {
            for (Path thread : all.toList()) {
                // The state follows the name, which is in parentheses and may contain some.
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return true;
                }
            }
        } catch (IOException e) {
            // A thread has ended meanwhile.
            return true;
        }
        return false;
    }

    /** Resumes a suspended process. */
    static void resume(long pid) throws IOException {
        send("-CONT", pid);
    }

    private static void send(String signal, long pid) throws IOException {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(pid)).start();
        try {
            if (!kill.waitFor(SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IOException("kill " + signal + " " + pid + " failed; is the process alive?");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
