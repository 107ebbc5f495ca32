package io.sluice.embedded.child;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Reads the parent's commands on a separate thread, so that the parent's end is noticed even while a command runs; then
 * it ends this JVM.
 */
final class ParentWatch {
    /** How long the clean-up may take before the JVM ends anyway. */
    private static final long CLEANUP_MILLIS = 25_000;

    private static final String STOP = "stop";

    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
    private final InputStream input;
    private final Runnable cleanup;

    private ParentWatch(InputStream input, Runnable cleanup) {
        this.input = input;
        this.cleanup = cleanup;
    }

    static ParentWatch start(InputStream input, Runnable cleanup) {
        ParentWatch watch = new ParentWatch(input, cleanup);
        Thread thread = new Thread(watch::watch, "parent-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    /** Waits for the next command's line. */
    String next() throws InterruptedException {
        return commands.take();
    }

    private void watch() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(input, US_ASCII), 1 << 16)) {
            for (String line = lines.readLine(); line != null && !line.equals(STOP); line = lines.readLine()) {
                commands.add(line);
            }
        } catch (IOException e) {
            System.err.println("Lost the parent: " + e);
        }
        end();
    }

    private void end() {
        Thread limit = new Thread(
                () -> {
                    try {
                        Thread.sleep(CLEANUP_MILLIS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    Runtime.getRuntime().halt(0);
                },
                "parent-watch-limit");
        limit.setDaemon(true);
        limit.start();
        try {
            cleanup.run();
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }
}
