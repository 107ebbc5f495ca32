package io.sluice.internal.pace;

import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The unsettled mutations of one row in their order, where there are several: those at the front are on their way, the
 * others wait. What goes together is a run: mutations of one batch that travel in one request.
 *
 * <p>Mutations are asked for in their order nearly always, so a search goes on where the last one ended.
 */
final class RowChain<B> {
    private @Nullable Link<B> first;
    private @Nullable Link<B> last;
    private @Nullable Link<B> found;
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

        private @Nullable Link<B> before;
        private @Nullable Link<B> next;

        Link(B batch, int entry, int length) {
            this.batch = batch;
            this.entry = entry;
            this.length = length;
        }

        boolean is(Object ofBatch, int number) {
            return entry == number && isSame(batch, ofBatch);
        }
    }

    /** Adds the first, which is on its way. */
    void begin(B batch, int entry, int length) {
        append(new Link<>(batch, entry, length)).going = true;
    }

    /** Adds one, which goes if the one before it goes and is of the same batch. */
    void add(B batch, int entry, int length) {
        Link<B> before = last;
        Link<B> link = append(new Link<>(batch, entry, length));
        link.going = before != null && before.going && isSame(before.batch, batch);
        waitingBytes += link.going ? 0 : length;
    }

    private Link<B> append(Link<B> link) {
        link.before = last;
        if (last == null) {
            first = link;
        } else {
            last.next = link;
        }
        last = link;
        return link;
    }

    @SuppressWarnings("ReferenceEquality") // A batch is equal to itself only.
    static boolean isSame(Object batch, Object other) {
        return batch == other;
    }

    /** Bytes of those that wait. */
    long waitingBytes() {
        return waitingBytes;
    }

    /** The batch to which the next mutations belong that may go, or null if those at the front are on their way. */
    @Nullable B next() {
        return first == null || first.going ? null : first.batch;
    }

    boolean isEmpty() {
        return first == null;
    }

    private @Nullable Link<B> find(B batch, int entry) {
        for (Link<B> link = found == null ? null : found.next; link != null; link = link.next) {
            if (link.is(batch, entry)) {
                found = link;
                return link;
            }
        }
        for (Link<B> link = first; link != null; link = link.next) {
            if (link.is(batch, entry)) {
                found = link;
                return link;
            }
        }
        return null;
    }

    /** Takes a mutation out that has settled, if it is there. */
    void remove(B batch, int entry) {
        Link<B> link = find(batch, entry);
        if (link == null) {
            return;
        }
        found = link.before;
        if (link.before == null) {
            first = link.next;
        } else {
            link.before.next = link.next;
        }
        if (link.next == null) {
            last = link.before;
        } else {
            link.next.before = link.before;
        }
        waitingBytes -= link.going ? 0 : link.length;
    }

    /** Names the mutations of a batch that are on their way at the front. */
    void going(B batch, IntConsumer named) {
        for (Link<B> link = first; link != null && link.going && isSame(link.batch, batch); link = link.next) {
            named.accept(link.entry);
        }
    }

    /**
     * Lets the next run go: what waits at the front, as far as it is of one batch.
     *
     * @param released is given its entries
     */
    void release(IntConsumer released) {
        B batch = next();
        if (batch == null) {
            return;
        }
        for (Link<B> link = first; link != null && !link.going && isSame(link.batch, batch); link = link.next) {
            move(link, true);
            released.accept(link.entry);
        }
    }

    /**
     * Whether a mutation that failed may be sent again now: only if all in front of it go with it. If not, it waits.
     *
     * @param pass the number of the call, the same for all mutations that go together
     */
    boolean goesAgain(B batch, int entry, long pass) {
        Link<B> link = find(batch, entry);
        if (link == null) {
            // It has settled meanwhile.
            return true;
        }
        // Those that pass are always the first ones, so it is enough to look at the one in front.
        boolean free = link.before == null || link.before.pass == pass;
        move(link, free);
        link.pass = free ? pass : link.pass;
        return free;
    }

    /** Has a mutation wait that was about to go with those in front of it. */
    void holdBack(B batch, int entry) {
        Link<B> link = find(batch, entry);
        if (link != null) {
            move(link, false);
        }
    }

    private void move(Link<B> link, boolean going) {
        if (link.going != going) {
            link.going = going;
            waitingBytes += going ? -link.length : link.length;
        }
    }
}
