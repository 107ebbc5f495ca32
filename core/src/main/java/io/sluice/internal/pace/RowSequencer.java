package io.sluice.internal.pace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the mutations of each row in the order in which they were accepted: it knows which rows have mutations that have
 * not settled, and holds back later ones of the same rows.
 *
 * <p>A row is a number, its hash: two rows with the same number wait for each other without need, which harms nothing.
 * Batches may arrive in another order than they were filled, since different threads complete them; so each has a number,
 * and waits here for those before it. A batch that is given up before it arrives has had its turn as soon as its mutations
 * have settled, so a batch waits for others no longer than they have mutations that are not settled.
 *
 * <p>Mutations of a row that lie in one batch go together, as a run. A request is cut where the server takes no more,
 * and {@link #holdBack} keeps the rest of the run. Safe for use by many threads. The lock is a leaf, held for a walk
 * over the mutations of one batch or request.
 *
 * @param <B> batches, told apart by identity
 */
public final class RowSequencer<B> {
    /** The number of a batch that waits for no other. */
    public static final long UNNUMBERED = -1;

    private final ReentrantLock lock = new ReentrantLock();

    /** The rows with unsettled mutations: the batch of the only one and its entry, or a {@link RowChain}. */
    @GuardedBy("lock") private final RowTable table = new RowTable();

    /** Batches that came before their turn, or that will not come. */
    @GuardedBy("lock") private final Map<Long, Arrival<B>> early = new HashMap<>();

    @GuardedBy("lock") private long turn;

    @GuardedBy("lock") private long passes;

    /** Bytes of what is held back. Written under the lock. */
    private volatile long waitingBytes;

    @GuardedBy("lock") private boolean stopped;

    /**
     * Mutations that may go now.
     *
     * @param entries those of one row one behind the other; null for the whole batch, no row of which comes twice
     * @param error null, or why the batch could not be put in order: all its mutations are to be failed
     */
    public record Released<B>(
            B batch, int @Nullable [] entries, @Nullable Throwable error) {
        Released(B batch, int @Nullable [] entries) {
            this(batch, entries, null);
        }
    }

    /** Rows and lengths by entry; a negative length means that there is no such mutation. No rows if the batch was given up. */
    private record Arrival<B>(B batch, long[] rows, int[] lengths) {}

    /**
     * A batch is complete.
     *
     * @param number of the batch, from 0 in the order of filling and without gaps, or {@link #UNNUMBERED}
     * @param rows by entry; kept
     * @param lengths bytes by entry, negative for one that is to be left out; kept
     * @return what may go now, of this batch and of others that waited for their turn
     */
    public List<Released<B>> arrived(B batch, long number, long[] rows, int[] lengths) {
        List<Released<B>> released = new ArrayList<>(1);
        Arrival<B> arrival = new Arrival<>(batch, rows, lengths);
        lock.lock();
        try {
            if (stopped) {
                return released;
            }
            if (number < turn) {
                registerOrFail(arrival, released);
            } else {
                early.put(number, arrival);
                takeTurns(released);
            }
        } finally {
            lock.unlock();
        }
        return released;
    }

    @GuardedBy("lock") private void takeTurns(List<Released<B>> released) {
        for (Arrival<B> next = early.remove(turn); next != null; next = early.remove(turn)) {
            turn++;
            if (next.rows().length > 0) {
                registerOrFail(next, released);
            }
        }
    }

    /** The batch may be another thread's, which has left it here, so an error is told with it and not thrown. */
    @GuardedBy("lock") private void registerOrFail(Arrival<B> arrival, List<Released<B>> released) {
        try {
            register(arrival, released);
        } catch (Throwable e) {
            released.add(new Released<>(arrival.batch(), null, e));
        }
    }

    @GuardedBy("lock") private void register(Arrival<B> arrival, List<Released<B>> released) {
        int count = arrival.rows().length;
        int[] going = null;
        int goers = 0;
        for (int entry = 0; entry < count; entry++) {
            if (arrival.lengths()[entry] < 0) {
                continue;
            }
            int slot = table.find(arrival.rows()[entry]);
            if (slot < 0) {
                table.add(arrival.rows()[entry], arrival.batch(), entry);
                if (going != null) {
                    going[goers++] = entry;
                }
                continue;
            }
            if (going == null) {
                // Until now all could go.
                going = new int[count];
                goers = goersBefore(arrival, entry, going);
            }
            RowChain<B> chain = chainAt(slot, arrival);
            long before = chain.waitingBytes();
            chain.add(arrival.batch(), entry, arrival.lengths()[entry]);
            count(chain, before);
        }
        if (going == null) {
            released.add(new Released<>(arrival.batch(), null));
        } else if (goers > 0) {
            released.add(new Released<>(arrival.batch(), withRuns(arrival, Arrays.copyOf(going, goers))));
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Under the lock; volatile for readers.
    @GuardedBy("lock") private void count(RowChain<B> chain, long before) {
        waitingBytes = stopped ? 0 : waitingBytes + chain.waitingBytes() - before;
    }

    private static <B> int goersBefore(Arrival<B> arrival, int end, int[] going) {
        int goers = 0;
        for (int entry = 0; entry < end; entry++) {
            if (arrival.lengths()[entry] >= 0) {
                going[goers++] = entry;
            }
        }
        return goers;
    }

    @SuppressWarnings("unchecked") // The table holds chains and batches of this type only.
    @GuardedBy("lock") private RowChain<B> chainAt(int slot, Arrival<B> arrival) {
        Object value = table.value(slot);
        if (value instanceof RowChain) {
            return (RowChain<B>) value;
        }
        RowChain<B> chain = new RowChain<>();
        int entry = table.number(slot);
        // The length of another batch's does not matter: nothing joins its run any more.
        int length = RowChain.isSame(value, arrival.batch()) ? arrival.lengths()[entry] : 0;
        chain.begin((B) value, entry, length);
        table.replace(slot, chain);
        return chain;
    }

    @GuardedBy("lock") private @Nullable RowChain<B> chain(long row) {
        int slot = table.find(row);
        return slot >= 0 && table.value(slot) instanceof RowChain<?> ? chainAt(slot) : null;
    }

    @SuppressWarnings("unchecked")
    @GuardedBy("lock") private RowChain<B> chainAt(int slot) {
        return (RowChain<B>) table.value(slot);
    }

    /** Puts behind each first of its row the others that go with it. */
    @GuardedBy("lock") private int[] withRuns(Arrival<B> arrival, int[] firsts) {
        Entries all = new Entries();
        for (int entry : firsts) {
            RowChain<B> chain = chain(arrival.rows()[entry]);
            if (chain == null) {
                all.add(entry);
            } else {
                chain.going(arrival.batch(), all::add);
            }
        }
        return all.toArray();
    }

    /**
     * Mutations are about to be sent again. Those that would overtake an earlier one of their row stay behind: they are
     * released by {@link #settled}.
     *
     * @param rowAt the row of an entry
     * @return those that may go, in their order
     */
    public int[] again(B batch, int[] entries, IntToLongFunction rowAt) {
        long[] rows = Arrays.stream(entries).mapToLong(rowAt::applyAsLong).toArray();
        lock.lock();
        try {
            long pass = ++passes;
            Entries going = new Entries();
            for (int i = 0; i < entries.length; i++) {
                RowChain<B> chain = chain(rows[i]);
                long before = chain == null ? 0 : chain.waitingBytes();
                if (chain == null || chain.goesAgain(batch, entries[i], pass)) {
                    going.add(entries[i]);
                }
                if (chain != null) {
                    count(chain, before);
                }
            }
            return going.toArray();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Mutations that were about to go are more than the server takes at a time: they wait until those of their row in
     * front of them have settled.
     *
     * @param entries in their order
     * @param rowAt the row of an entry
     */
    public void holdBack(B batch, int[] entries, IntToLongFunction rowAt) {
        lock.lock();
        try {
            for (int entry : entries) {
                RowChain<B> chain = chain(rowAt.applyAsLong(entry));
                if (chain != null) {
                    long before = chain.waitingBytes();
                    chain.holdBack(batch, entry);
                    count(chain, before);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Mutations have settled, or will not be sent again at least. If their batch has not arrived, it has been given up: those
     * behind it wait for it no longer.
     *
     * @param number of the batch
     * @param count how many
     * @param entryAt their entries, for 0 to {@code count - 1}
     * @param rowAt the row of an entry
     * @return what may go now
     */
    public List<Released<B>> settled(
            B batch, long number, int count, IntUnaryOperator entryAt, IntToLongFunction rowAt) {
        long[] rows = new long[count];
        for (int i = 0; i < count; i++) {
            rows[i] = rowAt.applyAsLong(entryAt.applyAsInt(i));
        }
        List<Released<B>> released = new ArrayList<>(0);
        Map<B, Entries> next = Map.of();
        lock.lock();
        try {
            List<RowChain<B>> left = List.of();
            for (int i = 0; i < count; i++) {
                RowChain<B> chain = remove(rows[i], batch, entryAt.applyAsInt(i));
                if (chain != null && !stopped) {
                    left = left.isEmpty() ? new ArrayList<>() : left;
                    left.add(chain);
                }
            }
            // Only now: one that is next in its row may be among those that have settled.
            next = left.isEmpty() ? next : next(left);
            if (number >= turn && !stopped && !early.containsKey(number)) {
                early.put(number, new Arrival<>(batch, new long[0], new int[0]));
                takeTurns(released);
            }
        } finally {
            lock.unlock();
        }
        next.forEach((those, entries) -> released.add(new Released<>(those, entries.toArray())));
        return released;
    }

    /** What may go next of some rows, by batch; empty for a row of which something is on its way. */
    @GuardedBy("lock") private Map<B, Entries> next(List<RowChain<B>> chains) {
        Map<B, Entries> next = new LinkedHashMap<>();
        for (RowChain<B> chain : chains) {
            B behind = chain.next();
            if (behind != null) {
                Entries entries = next.computeIfAbsent(behind, key -> new Entries());
                long before = chain.waitingBytes();
                chain.release(entries::add);
                count(chain, before);
            }
        }
        return next;
    }

    /** Takes a mutation out. Returns what is left of its row's chain, if there is one. */
    @GuardedBy("lock") private @Nullable RowChain<B> remove(long row, B batch, int entry) {
        int slot = table.find(row);
        if (slot < 0) {
            return null;
        }
        if (!(table.value(slot) instanceof RowChain<?>)) {
            if (table.number(slot) == entry && RowChain.isSame(table.value(slot), batch)) {
                table.remove(slot);
            }
            return null;
        }
        RowChain<B> chain = chainAt(slot);
        long before = chain.waitingBytes();
        chain.remove(batch, entry);
        count(chain, before);
        if (!chain.isEmpty()) {
            return chain;
        }
        table.remove(slot);
        return null;
    }

    /** Lets nothing go any more: the close of the mutator hands back what waits. */
    public void stop() {
        lock.lock();
        try {
            stopped = true;
            waitingBytes = 0;
            early.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of the mutations that are held back. */
    public long waitingBytes() {
        return waitingBytes;
    }

    /** Whether a mutation of the row would be held back now. */
    public boolean holdsBack(long row) {
        lock.lock();
        try {
            return table.find(row) >= 0;
        } finally {
            lock.unlock();
        }
    }

    /** Number of rows with mutations that have not settled. */
    public int rows() {
        lock.lock();
        try {
            return table.size();
        } finally {
            lock.unlock();
        }
    }

    /** A growing array. */
    private static final class Entries {
        private int[] entries = new int[16];
        private int count;

        void add(int entry) {
            if (count == entries.length) {
                entries = Arrays.copyOf(entries, 2 * count);
            }
            entries[count++] = entry;
        }

        int[] toArray() {
            return Arrays.copyOf(entries, count);
        }
    }
}
