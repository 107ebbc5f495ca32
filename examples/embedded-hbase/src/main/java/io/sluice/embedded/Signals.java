package io.sluice.embedded;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Suspends and resumes processes with the program {@code kill}, which every Unix has. */
final class Signals {
    private static final int SECONDS = 10;

    private Signals() {}

    /** Suspends a process: it does nothing, and its sockets stay open. */
    static void stop(long pid) throws IOException {
        send("-STOP", pid);
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
