package io.sluice.client.internal.net;

import io.sluice.internal.time.Timer;

/** The engine's timer on the event loops of a client. */
public final class EventLoopTimer implements Timer {
    private final EventLoops loops;

    public EventLoopTimer(EventLoops loops) {
        this.loops = loops;
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        return EventLoops.schedule(loops.any(), task, delayNanos);
    }
}
