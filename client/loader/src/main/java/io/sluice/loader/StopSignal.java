package io.sluice.loader;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Stops a run early: keeps the first reason and interrupts the running thread once. Thread-safe. */
public final class StopSignal {
    /** Longer than a close and a count may take together. The JVM and its child process then end. */
    private static final long SHUTDOWN_SECONDS = 60;

    /** Why a run is stopped. */
    public enum Reason {
        /** The run has not been stopped. */
        NONE,
        /** Ctrl-C, or another signal that ends this JVM. */
        INTERRUPTED,
        /** The embedded server ended by itself. */
        SERVER_DIED,
        /** The run is over; later reasons are ignored. */
        OVER
    }

    private final Thread running;
    private final AtomicReference<Reason> reason = new AtomicReference<>(Reason.NONE);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean idle;

    /** @param running the thread to interrupt when the run is stopped */
    public StopSignal(Thread running) {
        this.running = running;
    }

    /** Makes the end of this JVM stop the run; the shutdown waits, within limits, until the run is over. */
    public void listenToShutdown() {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stop(Reason.INTERRUPTED);
                            try {
                                if (!idle && !over.await(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                                    System.err.println("Stopped waiting for the run to end");
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "ingest-shutdown"));
    }

    /** Declares that a shutdown need not wait for anything yet, until {@link #busy}. */
    public void idle() {
        idle = true;
    }

    /** Declares that from now on a shutdown has to wait until the run is over. */
    public void busy() {
        idle = false;
    }

    /** Stops the run unless it has already been stopped or is over. */
    public void stop(Reason newReason) {
        if (reason.compareAndSet(Reason.NONE, newReason)) {
            running.interrupt();
        }
    }

    /** Returns why the run was stopped, {@link Reason#NONE} if it was not. */
    public Reason reason() {
        return Objects.requireNonNull(reason.get());
    }

    /** Ignores later reasons, such as the end of a server that is being closed. */
    public void disarm() {
        reason.compareAndSet(Reason.NONE, Reason.OVER);
    }

    /**
     * Ends the JVM when the run is over and its output printed. A JVM that a signal is ending has its exit code already; on
     * JDK 17 an exit at the wrong moment would replace it.
     */
    public void exit(int exitCode) {
        disarm();
        over.countDown();
        if (reason() != Reason.INTERRUPTED) {
            System.exit(exitCode);
        }
    }
}
