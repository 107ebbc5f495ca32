package io.sluice.client.soak;

import io.sluice.Ordering;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The books of a scenario: every mutation until it has settled, and the first violation. */
final class Ledger {
    /** A value begins with the number of its mutation, and if it is long enough ends with the complement of that. */
    static final int ID_BYTES = Long.BYTES;

    /** Row, columns and the slot in the buffer, about. */
    static final int OVERHEAD_OF_A_MUTATION = 200;

    /** With less than this part of a budget unsettled there is room. */
    private static final int PARTS_OF_BUDGET = 8;

    private final Map<Long, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private final LongAdder acceptedBytes = new LongAdder();
    private final LongAdder unsettledBytes = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicReference<@Nullable Violation> violation = new AtomicReference<>();
    private final boolean seesServers;
    private final Lag lag;
    private final Queue<Refusal> refusals = new ConcurrentLinkedQueue<>();
    private volatile int largestBytes;
    private final AtomicLong muchBytes = new AtomicLong(Long.MAX_VALUE);
    /** When unsettled mutations last needed much of a budget; long ago if they never did. */
    private volatile long fullAt = Moment.now() - TimeUnit.DAYS.toNanos(1);

    /** By row; only the thread of the servers uses it. */
    private final Map<String, RowBook> rows = new HashMap<>();

    /** What a server has stored of a row of a mutator that keeps the order. */
    private static final class RowBook {
        private int highest = -1;
        private int last = -1;
        private final Map<Integer, Entry> missing = new HashMap<>();
    }

    /** @param seesServers whether {@link #arrived} and {@link #applied} are called */
    Ledger(boolean seesServers, Lag lag) {
        this.seesServers = seesServers;
        this.lag = lag;
    }

    boolean seesServers() {
        return seesServers;
    }

    /** Whether the machine was too busy in much of this time: a timeout that ends there shows nothing. */
    boolean lackedTime(long from, long to) {
        return lag.allowanceSince(from) > (to - from) / 2;
    }

    Entry open(Entry.Target target, int valueBytes, Entry.Reaction reaction) {
        Entry entry = new Entry(this, lastId.incrementAndGet(), target, valueBytes, reaction);
        entries.put(entry.id, entry);
        largestBytes = Math.max(largestBytes, valueBytes);
        return entry;
    }

    void accepted(Entry entry) {
        entry.accepted();
        acceptedBytes.add(entry.valueBytes);
    }

    /** Told by the entry. */
    void settled(Entry entry) {
        (entry.error() == null ? acknowledged : failed).increment();
        if (entry.mutator.ordering() == Ordering.NONE) {
            entries.remove(entry.id);
        }
    }

    /** Mutations that have not settled, and those of ordered rows. */
    Collection<Entry> entries() {
        return entries.values();
    }

    long mutations() {
        return lastId.get();
    }

    long acknowledged() {
        return acknowledged.sum();
    }

    long failed() {
        return failed.sum();
    }

    long acceptedBytes() {
        return acceptedBytes.sum();
    }

    int largestBytes() {
        return largestBytes;
    }

    /** Told by the entry. */
    void unsettled(int change) {
        int bytes = change + Integer.signum(change) * OVERHEAD_OF_A_MUTATION;
        long before = unsettledBytes.sum();
        unsettledBytes.add(bytes);
        if (Math.max(before, before + bytes) > muchBytes.get()) {
            fullAt = Moment.now();
        }
    }

    /** @param limitBytes the budget of one of the connections */
    void budget(long limitBytes) {
        long unused = muchBytes.accumulateAndGet(limitBytes / PARTS_OF_BUDGET, Math::min);
    }

    /** What unsettled mutations need, about. */
    long unsettledBytes() {
        return unsettledBytes.sum();
    }

    /**
     * A mutation that was refused for want of room.
     *
     * @param fullAt when unsettled mutations last needed much of a budget
     */
    record Refusal(Entry entry, long at, long fullAt) {}

    void refused(Entry entry) {
        // They may have needed much for long, unchanged.
        boolean full = unsettledBytes.sum() > muchBytes.get();
        if (!full && 2L * entry.valueBytes < muchBytes.get()) {
            refusals.add(new Refusal(entry, Moment.now(), fullAt));
        }
    }

    /** The next that has not been looked at, or null. */
    @Nullable Refusal nextRefusal() {
        return refusals.poll();
    }

    // ---- told by the servers ----

    /** A server has read it, whatever becomes of it. */
    void arrived(byte[] value) {
        Entry entry = entries.get(idOf(value));
        if (entry != null) {
            entry.leave();
        }
    }

    /** A server has stored it. On the thread of the servers. */
    void applied(byte[] value) {
        long id = idOf(value);
        if (value.length >= 2 * ID_BYTES && ByteBuffer.wrap(value).getLong(value.length - ID_BYTES) != ~id) {
            report(Violation.Promise.WELL_FORMED, "the value of mutation " + id + " arrived damaged");
        }
        Entry entry = entries.get(id);
        if (entry == null) {
            if (id > lastId.get() || id <= 0) {
                report(Violation.Promise.WELL_FORMED, "stored mutation " + id + ", which was never written");
            }
            return;
        }
        entry.applied();
        if (entry.mutator.ordering() == Ordering.PER_ROW) {
            inOrder(entry);
        }
    }

    private static long idOf(byte[] value) {
        return value.length < ID_BYTES ? -1 : ByteBuffer.wrap(value).getLong();
    }

    /** A repetition is allowed, the overtaking of a mutation that is applied later is not. */
    private void inOrder(Entry entry) {
        RowBook book = rows.computeIfAbsent(entry.row, row -> new RowBook());
        book.last = entry.sequence;
        if (book.missing.remove(entry.sequence) != null) {
            report(
                    Violation.Promise.ROW_ORDER,
                    "number " + book.highest + " of its row was stored before this one: " + entry);
        }
        for (int passed = book.highest + 1; passed < entry.sequence; passed++) {
            book.missing.put(passed, entry);
        }
        book.highest = Math.max(book.highest, entry.sequence);
    }

    /** Once everything has settled: the last mutation stored in a row is the last of all that were. */
    void checkOrder() {
        rows.forEach((row, book) -> {
            if (book.last != book.highest) {
                report(
                        Violation.Promise.ROW_ORDER,
                        "row " + row + " ends with number " + book.last + ", and number " + book.highest
                                + " was stored before");
            }
        });
    }

    // ---- violations ----

    void report(Violation.Promise promise, String evidence) {
        report(promise, evidence, null);
    }

    void report(Violation.Promise promise, String evidence, @Nullable Thread thread) {
        if (violation.get() == null) {
            violation.compareAndSet(null, Violation.of(promise, evidence, thread));
        }
    }

    @Nullable Violation violation() {
        return violation.get();
    }
}
