package io.sluice.loader;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ends a run before its time: the first reason is kept and the running thread is interrupted, once. Thread-safe.
 */
public final class StopSignal {
    /** Longer than the deadline of closing and a count; then the JVM ends, and the child with it. */
    private static final long SHUTDOWN_SECONDS = 60;

    /** Why a run ends. */
    public enum Reason {
        /** It is not stopped. */
        NONE,
        /** Ctrl-C, or another signal that ends this JVM. */
        INTERRUPTED,
        /** The embedded server ended by itself. */
        SERVER_DIED,
        /** It is over; no reason counts any more. */
        OVER
    }

    private final Thread running;
    private final AtomicReference<Reason> reason = new AtomicReference<>(Reason.NONE);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean idle;

    /** @param running is interrupted when the run is to end */
    public StopSignal(Thread running) {
        this.running = running;
    }

    /** Takes the end of this JVM as a signal: it waits, within limits, until the run is over. */
    public void listenToShutdown() {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stop(Reason.INTERRUPTED);
                            try {
                                if (!idle && !over.await(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                                    System.err.println("Gave up waiting for the run to end");
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "ingest-shutdown"));
    }

    /** Says that nothing is under way yet for which the end of the JVM has to wait, until {@link #busy}. */
    public void idle() {
        idle = true;
    }

    /** Says that from now on the end of the JVM has to wait until the run is over. */
    public void busy() {
        idle = false;
    }

    /** Stops the run unless it was stopped or is over. */
    public void stop(Reason newReason) {
        if (reason.compareAndSet(Reason.NONE, newReason)) {
            running.interrupt();
        }
    }

    /** Returns why the run ends, {@link Reason#NONE} while it goes on. */
    public Reason reason() {
        return Objects.requireNonNull(reason.get());
    }

    /** Ignores from now on what is no reason any more, such as the end of a server that is being closed. */
    public void disarm() {
        reason.compareAndSet(Reason.NONE, Reason.OVER);
    }

    /** Says that the run is over and its words are printed. */
    public void over() {
        disarm();
        over.countDown();
    }
}
