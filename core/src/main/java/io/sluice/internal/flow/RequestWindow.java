package io.sluice.internal.flow;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The requests in flight to one server, and in order of arrival those that wait to be.
 *
 * <p>A request is admitted by one compare-and-set. A thread that ends one admits a waiting request; a thread that queues a
 * request checks afterwards whether the window has room: so one of the two sees the other, and no request waits while there
 * is room. No lock, and no thread waits.
 */
public final class RequestWindow {
    private final WindowSize size;
    private final AtomicInteger inFlight = new AtomicInteger();
    /** Those of other windows of the same server, too. */
    private final AtomicInteger inFlightOfAll;

    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    /** Raised before a request stands in the queue, lowered when it is decided. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param inFlightOfAll counts the requests of all windows of the same server */
    RequestWindow(WindowSize size, AtomicInteger inFlightOfAll) {
        this.size = size;
        this.inFlightOfAll = inFlightOfAll;
    }

    /**
     * How a request ended.
     *
     * @param sentNanos when it was sent, on the engine's clock
     * @param atNanos when its outcome was known
     * @param bytes of its cells
     * @param verdict what its outcome says about the server
     * @param pressure in percent, of the region with the highest pressure: see {@code ServerBatchResult.pressure}; 0 if not
     *     known
     */
    public record AnswerReport(long sentNanos, long atNanos, long bytes, Verdict verdict, int pressure) {}

    /** What the outcome of a request says about its server. */
    public enum Verdict {
        /** It answered and did its work. */
        WELL,
        /** It is overloaded, or does not answer at all: fewer requests at a time. */
        OVERLOADED,
        /** Nothing: the request was at fault, or its region was elsewhere. */
        NOTHING
    }

    /**
     * A window of requests to one server, at one moment.
     *
     * @param size how many may be in flight
     * @param inFlight how many are in flight
     * @param waiting how many wait
     * @param latencyNanos how long answers take, about; 0 before the first good one
     * @param pressure in percent, of the region with the highest pressure, from the last good answer; 0 if not known
     * @param troubles how many consecutive requests were not answered, or were answered by an overloaded server
     */
    public record WindowState(int size, int inFlight, int waiting, long latencyNanos, int pressure, int troubles) {}

    /** A request that waits. */
    public final class Waiting {
        private final Runnable go;
        private final AtomicBoolean decided = new AtomicBoolean();

        private Waiting(Runnable go) {
            this.go = go;
        }

        /** Leaves the queue; false if it has been admitted. */
        public boolean cancel() {
            if (!decided.compareAndSet(false, true)) {
                return false;
            }
            boolean unused = queue.remove(this);
            waiting.getAndDecrement();
            return true;
        }

        /** Whether it has been admitted or has left the queue. */
        public boolean isDecided() {
            return decided.get();
        }

        private boolean goIfWanted() {
            if (!decided.compareAndSet(false, true)) {
                return false;
            }
            waiting.getAndDecrement();
            go.run();
            return true;
        }
    }

    /** Admits a request if there is room and none waits. */
    public boolean tryEnter() {
        return waiting.get() == 0 && takePlace();
    }

    private boolean takePlace() {
        int taken = inFlight.get();
        while (taken < size.size()) {
            if (inFlight.compareAndSet(taken, taken + 1)) {
                inFlightOfAll.getAndIncrement();
                return true;
            }
            taken = inFlight.get();
        }
        return false;
    }

    /**
     * Queues a request.
     *
     * @param go is run once it is admitted: on a thread that ended another one, or inside this call; must not throw, and must
     *     not send or end a request itself, but leave that to a task
     */
    public Waiting enter(Runnable go) {
        Waiting mine = new Waiting(go);
        waiting.getAndIncrement();
        queue.add(mine);
        letIn();
        return mine;
    }

    /** A request has been answered: makes room for another one. */
    public void leave(AnswerReport answer) {
        int mine = inFlight.get();
        size.answered(answer, waiting.get() > 0 || mine >= size.size(), Math.max(0, inFlightOfAll.get() - mine));
        leave();
    }

    /** A request was admitted but not sent: makes room for another one. */
    public void leave() {
        givePlace();
        letIn();
    }

    private void givePlace() {
        inFlightOfAll.getAndDecrement();
        inFlight.getAndDecrement();
    }

    private void letIn() {
        while (waiting.get() > 0 && takePlace()) {
            Waiting next = queue.poll();
            if (next == null) {
                givePlace();
                if (queue.isEmpty()) {
                    // A thread that has raised the number and not yet queued its request checks by itself.
                    return;
                }
            } else if (!next.goIfWanted()) {
                givePlace();
            }
        }
    }

    /** Its current state. */
    public WindowState state() {
        return size.state(inFlight.get(), waiting.get());
    }

    boolean isIdle() {
        return inFlight.get() == 0 && waiting.get() == 0;
    }
}
