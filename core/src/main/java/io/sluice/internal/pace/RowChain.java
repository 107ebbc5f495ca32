package io.sluice.internal.pace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.IntConsumer;

/**
 * The unsettled mutations of one row in their order, where there are several: those at the front are on their way, the
 * others wait. What goes together is a run: mutations of one batch that travel in one request.
 */
final class RowChain<B> {
    private final Deque<Link<B>> links = new ArrayDeque<>(4);
    private int runEntries;
    private long runBytes;
    /** Of those that are not on their way. */
    private long waitingBytes;

    /** One mutation. */
    static final class Link<B> {
        final B batch;
        final int entry;
        final int length;
        /** Whether it is on its way: in a request, in a look-up, or in a pause before it is tried again. */
        boolean going;
        /** The last call of {@link RowChain#goesAgain} that let it go. */
        private long pass;

        Link(B batch, int entry, int length) {
            this.batch = batch;
            this.entry = entry;
            this.length = length;
        }
    }

    /** What one run may have. */
    record Limits(int entries, long bytes) {}

    /** Adds the first, which is on its way. */
    void begin(B batch, int entry, int length) {
        Link<B> link = new Link<>(batch, entry, length);
        link.going = true;
        links.add(link);
        runEntries = 1;
        runBytes = length;
    }

    /** Adds one. Returns whether it goes with the run of its batch that is about to go. */
    boolean add(B batch, int entry, int length, Limits limits) {
        Link<B> link = new Link<>(batch, entry, length);
        Link<B> last = links.getLast();
        link.going = last.going && isSame(last.batch, batch) && fits(length, limits);
        if (link.going) {
            runEntries++;
            runBytes += length;
        } else {
            waitingBytes += length;
        }
        links.add(link);
        return link.going;
    }

    @SuppressWarnings("ReferenceEquality") // A batch is equal to itself only.
    static boolean isSame(Object batch, Object other) {
        return batch == other;
    }

    private boolean fits(int length, Limits limits) {
        return runEntries < limits.entries() && runBytes + length <= limits.bytes();
    }

    /** Bytes of those that wait. */
    long waitingBytes() {
        return waitingBytes;
    }

    Link<B> first() {
        return links.getFirst();
    }

    Iterable<Link<B>> links() {
        return links;
    }

    boolean isEmpty() {
        return links.isEmpty();
    }

    /** Takes a mutation out that has settled, if it is there. */
    void remove(B batch, int entry) {
        for (Iterator<Link<B>> all = links.iterator(); all.hasNext(); ) {
            Link<B> link = all.next();
            if (link.entry == entry && isSame(link.batch, batch)) {
                all.remove();
                waitingBytes -= link.going ? 0 : link.length;
                return;
            }
        }
    }

    /**
     * Lets the next run go if nothing of the row is on its way in front of it.
     *
     * @param released is given its entries, which are of the batch of {@link #first}
     */
    void release(Limits limits, IntConsumer released) {
        Link<B> first = links.getFirst();
        runEntries = 0;
        runBytes = 0;
        for (Link<B> link : links) {
            if (link.going || !isSame(link.batch, first.batch) || (runEntries > 0 && !fits(link.length, limits))) {
                return;
            }
            link.going = true;
            waitingBytes -= link.length;
            runEntries++;
            runBytes += link.length;
            released.accept(link.entry);
        }
    }

    /**
     * Whether a mutation that failed may be sent again now: only if all in front of it go with it. If not, it waits.
     *
     * @param pass the number of the call, the same for all mutations that go together
     */
    boolean goesAgain(B batch, int entry, long pass) {
        boolean free = true;
        for (Link<B> link : links) {
            if (link.entry == entry && isSame(link.batch, batch)) {
                waitingBytes += link.going && !free ? link.length : 0;
                waitingBytes -= !link.going && free ? link.length : 0;
                link.going = free;
                link.pass = free ? pass : link.pass;
                return free;
            }
            free &= link.pass == pass;
        }
        // It has settled meanwhile.
        return true;
    }
}
