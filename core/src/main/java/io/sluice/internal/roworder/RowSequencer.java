package io.sluice.internal.roworder;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the mutations of each row in the order in which they were accepted: it knows which rows have unsettled mutations,
 * and holds back later ones of the same rows.
 *
 * <p>A row is known by its hash: two rows with the same hash wait for each other unnecessarily, which does no harm. Batches
 * may arrive in another order than they were filled, since different threads complete them; so each has a number, and waits
 * here for those before it. The turn of a batch that is given up before it arrives has passed as soon as its mutations have
 * settled, so a batch waits for earlier ones only while they have unsettled mutations.
 *
 * <p>Mutations of a row that lie in one batch are sent together, as a run. If the server does not accept that many, the
 * request is cut, and {@link #holdBack} keeps the rest of the run. Safe for use by many threads. The lock is a leaf, held
 * for a walk over the mutations of one batch or request.
 *
 * @param <B> batches, distinguished by identity
 */
public final class RowSequencer<B> {
    /** The number of a batch that waits for no other. */
    public static final long UNNUMBERED = -1;

    private final ReentrantLock lock = new ReentrantLock();

    /**
     * The rows with unsettled mutations: the {@link Member} and entry of the only one, or a {@link RowChain}. A row stays until
     * its place is needed when its only mutation has settled: so a batch whose rows nobody else wants settles without a look
     * at its rows, which are long out of the processor's cache.
     */
    @GuardedBy("lock") private final RowTable table = new RowTable();

    /** The batches in the table that have not settled. */
    @GuardedBy("lock") private final Map<B, Member<B>> members = new IdentityHashMap<>();

    /** Batches that came before their turn, or that will not come. */
    @GuardedBy("lock") private final Map<Long, Arrival<B>> early = new HashMap<>();

    @GuardedBy("lock") private long turn;

    @GuardedBy("lock") private long passes;

    /** Bytes of the mutations held back. Written under the lock. */
    private final AtomicLong waitingBytes = new AtomicLong();

    /** Written under the lock. */
    private volatile boolean stopped;

    /**
     * Mutations that may be sent now.
     *
     * @param entries those of one row are consecutive; null for the whole batch, in which no row occurs twice
     * @param error null, or why the batch could not be put in order: all its mutations are to be failed
     */
    public record Released<B>(
            B batch, int @Nullable [] entries, @Nullable Throwable error) {
        Released(B batch, int @Nullable [] entries) {
            this(batch, entries, null);
        }
    }

    /**
     * Row hashes and lengths by entry; a negative length means that there is no such mutation. No rows if the batch was
     * given up.
     */
    private record Arrival<B>(B batch, long[] rows, int[] lengths) {}

    /** A batch in the table. */
    private static final class Member<B> extends Owner {
        /** Null once all have settled, since the table may name this for longer. */
        @Nullable B batch;

        private final BitSet unsettled;
        /** Whether some of its mutations may be in chains. */
        boolean isChained;

        Member(Arrival<B> arrival) {
            batch = arrival.batch();
            unsettled = new BitSet(arrival.lengths().length);
            for (int entry = 0; entry < arrival.lengths().length; entry++) {
                unsettled.set(entry, arrival.lengths()[entry] >= 0);
            }
        }

        boolean isEmpty() {
            return unsettled.isEmpty();
        }

        boolean isSettled(int entry) {
            return !unsettled.get(entry);
        }

        void settle(int entry) {
            unsettled.clear(entry);
            if (isEmpty()) {
                batch = null;
            }
        }
    }

    /**
     * A batch is complete.
     *
     * @param number of the batch, from 0 in the order of filling and without gaps, or {@link #UNNUMBERED}
     * @param rows by entry; kept
     * @param lengths bytes by entry, negative for one that is to be left out; kept
     * @return what may be sent now, of this batch and of others that waited for their turn
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

    /** Another thread may have left the batch here, so an error is returned with the batch and not thrown. */
    @GuardedBy("lock") private void registerOrFail(Arrival<B> arrival, List<Released<B>> released) {
        try {
            register(arrival, released);
        } catch (Throwable e) {
            released.add(new Released<>(arrival.batch(), null, e));
        }
    }

    @GuardedBy("lock") private void register(Arrival<B> arrival, List<Released<B>> released) {
        Member<B> member = new Member<>(arrival);
        if (member.isEmpty()) {
            released.add(new Released<>(arrival.batch(), null));
            return;
        }
        members.put(arrival.batch(), member);
        int count = arrival.rows().length;
        int[] going = null;
        int goers = 0;
        for (int entry = 0; entry < count; entry++) {
            if (arrival.lengths()[entry] < 0) {
                continue;
            }
            RowTable.Part part = table.part(arrival.rows()[entry]);
            int slot = part.find(arrival.rows()[entry]);
            if (slot < 0 || part.isFree(slot)) {
                if (slot < 0) {
                    part.add(arrival.rows()[entry], member, entry);
                } else {
                    part.replace(slot, member, entry);
                }
                if (going != null) {
                    going[goers++] = entry;
                }
                continue;
            }
            if (going == null) {
                // All entries before this one could be sent.
                going = new int[count];
                goers = goersBefore(arrival, entry, going);
            }
            member.isChained = true;
            RowChain<B> chain = chainAt(part, slot, arrival);
            chain.add(arrival.batch(), entry, arrival.lengths()[entry]);
        }
        if (going == null) {
            released.add(new Released<>(arrival.batch(), null));
        } else if (goers > 0) {
            released.add(new Released<>(arrival.batch(), withRuns(arrival, Arrays.copyOf(going, goers))));
        }
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
    @GuardedBy("lock") private RowChain<B> chainAt(RowTable.Part part, int slot, Arrival<B> arrival) {
        Owner owner = part.owner(slot);
        if (owner instanceof RowChain) {
            return (RowChain<B>) owner;
        }
        RowChain<B> chain = new RowChain<>(waitingBytes);
        Member<B> only = (Member<B>) owner;
        only.isChained = true;
        int entry = part.entry(slot);
        // The length in another batch does not matter: nothing joins its run any more.
        int length = RowChain.isSame(only.batch, arrival.batch()) ? arrival.lengths()[entry] : 0;
        chain.begin(Objects.requireNonNull(only.batch), entry, length);
        part.replace(slot, chain, 0);
        return chain;
    }

    @SuppressWarnings("unchecked")
    @GuardedBy("lock") private @Nullable RowChain<B> chain(long row) {
        RowTable.Part part = table.part(row);
        int slot = part.find(row);
        return slot >= 0 && part.owner(slot) instanceof RowChain<?> chain ? (RowChain<B>) chain : null;
    }

    /** Puts the others of its run behind each first mutation of a row. */
    @GuardedBy("lock") private int[] withRuns(Arrival<B> arrival, int[] firsts) {
        IntStream.Builder all = IntStream.builder();
        for (int entry : firsts) {
            RowChain<B> chain = chain(arrival.rows()[entry]);
            if (chain == null) {
                all.accept(entry);
            } else {
                chain.going(arrival.batch(), all);
            }
        }
        return all.build().toArray();
    }

    /**
     * Mutations are about to be sent again. Those that would overtake an earlier one of their row stay behind:
     * {@link #settled} releases them. So do those already reported as settled: the next one of their row may be on its way.
     *
     * @param rows of the entries
     * @return those that may be sent, in their order
     */
    public int[] again(B batch, int[] entries, long[] rows) {
        lock.lock();
        try {
            long pass = ++passes;
            IntStream.Builder going = IntStream.builder();
            for (int i = 0; i < entries.length; i++) {
                if (goesAgain(rows[i], batch, entries[i], pass)) {
                    going.accept(entries[i]);
                }
            }
            return going.build().toArray();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private boolean goesAgain(long row, B batch, int entry, long pass) {
        RowChain<B> chain = chain(row);
        return chain == null ? isOnly(row, batch, entry) : chain.goesAgain(batch, entry, pass);
    }

    /** Whether a mutation is the only one of its row, which has no chain. */
    @GuardedBy("lock") private boolean isOnly(long row, B batch, int entry) {
        RowTable.Part part = table.part(row);
        int slot = part.find(row);
        return slot >= 0
                && part.entry(slot) == entry
                && RowChain.isSame(((Member<?>) part.owner(slot)).batch, batch)
                && !part.isFree(slot);
    }

    /**
     * Mutations that were about to be sent are more than the server accepts at a time: they wait until the earlier ones of
     * their row have settled.
     *
     * @param entries in their order
     * @param rows of the entries
     */
    public void holdBack(B batch, int[] entries, long[] rows) {
        lock.lock();
        try {
            for (int i = 0; i < entries.length; i++) {
                RowChain<B> chain = chain(rows[i]);
                if (chain != null) {
                    chain.holdBack(batch, entries[i]);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Mutations have settled, or at least will not be sent again. If their batch has not arrived, it has been given up:
     * batches behind it no longer wait for it.
     *
     * @param number of the batch
     * @param rows the row of an entry; asked for only if other mutations of some row of the batch wait
     * @return what may be sent now
     */
    public List<Released<B>> settled(B batch, long number, int[] entries, IntToLongFunction rows) {
        List<Released<B>> released = new ArrayList<>(0);
        Map<B, IntStream.Builder> next = Map.of();
        lock.lock();
        try {
            Member<B> member = members.get(batch);
            if (member != null) {
                next = settle(member, batch, entries, rows);
            } else {
                leaveOut(number, batch, entries);
            }
            if (number >= turn && !stopped && !early.containsKey(number)) {
                early.put(number, new Arrival<>(batch, new long[0], new int[0]));
                takeTurns(released);
            }
        } finally {
            lock.unlock();
        }
        next.forEach(
                (those, free) -> released.add(new Released<>(those, free.build().toArray())));
        return released;
    }

    /** Of a batch that waits for its turn. */
    @GuardedBy("lock") private void leaveOut(long number, B batch, int[] entries) {
        Arrival<B> arrival = early.get(number);
        if (arrival != null && RowChain.isSame(arrival.batch(), batch) && arrival.rows().length > 0) {
            for (int entry : entries) {
                arrival.lengths()[entry] = -1;
            }
        }
    }

    /** Returns what may be sent now, by batch. */
    @GuardedBy("lock") private Map<B, IntStream.Builder> settle(Member<B> member, B batch, int[] entries, IntToLongFunction rows) {
        List<RowChain<B>> left = List.of();
        for (int entry : entries) {
            RowChain<B> chain = member.isChained ? remove(rows.applyAsLong(entry), batch, entry) : null;
            if (chain != null && !stopped) {
                left = left.isEmpty() ? new ArrayList<>() : left;
                left.add(chain);
            }
        }
        for (int entry : entries) {
            member.settle(entry);
        }
        if (member.isEmpty()) {
            members.remove(batch);
            if (members.isEmpty()) {
                table.clear();
            }
        }
        // Only now: the next one of a row may be among those that have settled.
        return left.isEmpty() ? Map.of() : next(left);
    }

    /** What may be sent next of some rows, by batch; empty for a row of which a mutation is on its way. */
    @GuardedBy("lock") private Map<B, IntStream.Builder> next(List<RowChain<B>> chains) {
        Map<B, IntStream.Builder> next = new LinkedHashMap<>();
        for (RowChain<B> chain : chains) {
            B behind = chain.next();
            if (behind != null) {
                chain.release(next.computeIfAbsent(behind, key -> IntStream.builder()));
            }
        }
        return next;
    }

    /** Removes a mutation from the chain of its row, if there is one. Returns the rest of it. */
    @GuardedBy("lock") private @Nullable RowChain<B> remove(long row, B batch, int entry) {
        RowChain<B> chain = chain(row);
        if (chain == null) {
            return null;
        }
        chain.remove(batch, entry);
        if (!chain.isEmpty()) {
            return chain;
        }
        RowTable.Part part = table.part(row);
        part.remove(part.find(row));
        return null;
    }

    /** Releases nothing any more: the close of the mutator hands back the waiting mutations. */
    public void stop() {
        lock.lock();
        try {
            stopped = true;
            early.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of the mutations that are held back. */
    public long waitingBytes() {
        return stopped ? 0 : waitingBytes.get();
    }

    /** Whether a mutation of the row would be held back now. */
    public boolean holdsBack(long row) {
        lock.lock();
        try {
            RowTable.Part part = table.part(row);
            int slot = part.find(row);
            return slot >= 0 && !part.isFree(slot);
        } finally {
            lock.unlock();
        }
    }

    /** Number of rows that are kept, some of which may have settled. */
    int rows() {
        lock.lock();
        try {
            return table.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The unsettled mutations of one row in their order, if there are several: those at the front are on their way, the
     * others wait. Mutations sent together are a run: mutations of one batch that are in one request.
     *
     * <p>Mutations are nearly always asked for in their order, so a search continues where the last one ended.
     */
    private static final class RowChain<B> extends Owner {
        /** Of all rows. */
        private final AtomicLong waitingBytes;

        private @Nullable Link<B> first;
        private @Nullable Link<B> last;
        private @Nullable Link<B> found;

        /** One mutation. */
        static final class Link<B> {
            final B batch;
            final int entry;
            final int length;
            /** Whether it is on its way: in a request, in a look-up, or in a pause before it is tried again. */
            boolean going;
            /** The last call of {@link RowChain#goesAgain} that released it. */
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

        RowChain(AtomicLong waitingBytes) {
            this.waitingBytes = waitingBytes;
        }

        /** Adds the first, which is on its way. */
        void begin(B batch, int entry, int length) {
            append(new Link<>(batch, entry, length)).going = true;
        }

        /** Adds one, which is on its way if the one before it is and belongs to the same batch. */
        void add(B batch, int entry, int length) {
            Link<B> before = last;
            Link<B> link = append(new Link<>(batch, entry, length));
            link.going = before != null && before.going && isSame(before.batch, batch);
            if (!link.going) {
                waitingBytes.getAndAdd(length);
            }
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
        static boolean isSame(@Nullable Object batch, Object other) {
            return batch == other;
        }

        /** The batch of the next mutations that may be sent, or null if those at the front are on their way. */
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

        /** Removes a mutation that has settled, if it is there. */
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
            if (!link.going) {
                waitingBytes.getAndAdd(-link.length);
            }
        }

        /** Names the mutations of a batch that are on their way at the front. */
        void going(B batch, IntConsumer named) {
            for (Link<B> link = first; link != null && link.going && isSame(link.batch, batch); link = link.next) {
                named.accept(link.entry);
            }
        }

        /**
         * Releases the next run: the waiting mutations at the front, as far as they are of one batch.
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
         * Whether a mutation that failed may be sent again now: only if all before it are sent with it. If not, it waits.
         *
         * @param pass the number of the call, the same for all mutations that are sent together
         */
        boolean goesAgain(B batch, int entry, long pass) {
            Link<B> link = find(batch, entry);
            if (link == null) {
                return false;
            }
            // Those that may be sent are always the first ones, so it is enough to check the one before.
            boolean free = link.before == null || link.before.pass == pass;
            move(link, free);
            link.pass = free ? pass : link.pass;
            return free;
        }

        /** Makes a mutation wait that was about to be sent with those before it. */
        void holdBack(B batch, int entry) {
            Link<B> link = find(batch, entry);
            if (link != null) {
                move(link, false);
            }
        }

        private void move(Link<B> link, boolean going) {
            if (link.going != going) {
                link.going = going;
                waitingBytes.getAndAdd(going ? -link.length : link.length);
            }
        }
    }

    /** What is known of a row with unsettled mutations: the batch of the only one, or the chain of all of them. */
    abstract static class Owner {
        /** How many slots of the {@link RowTable} hold its name. */
        private int slots;
        /** Its name, while there are slots that hold it. */
        private int name;
    }

    /**
     * A map from the hash of a row to its owner, and an entry if that is a batch. Arrays with open addressing, since a map of
     * objects would cost three of them for each mutation. Not safe for use by several threads.
     *
     * <p>The slots hold no references: when one is stored in an old array, the collector later reads all references nearby (a
     * card of 512 bytes), and rows are spread over all of the array, so that cost more than everything else that a mutation
     * needs. Hence a slot names its owner by a small number. The slots are split by hash, so that each array remains smaller
     * than half a region of G1, which may begin a collection to make a larger one.
     */
    static final class RowTable {
        private static final int PARTS = 64;
        private static final int PART_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(PARTS);
        private static final int MIN_SLOTS = 8;

        /** An array was made for a burst if fewer of its places than one in this many are used at the end. */
        private static final int FEW = 16;

        /** Each is made when it is needed. */
        private final @Nullable Part[] parts = new Part[PARTS];

        /** The owners by name; null for a name that nobody has, and for 0. */
        private @Nullable Owner[] owners = new Owner[MIN_SLOTS];

        /** Names from this one on have never been used. */
        private int unusedName = 1;

        /** The names that are free again: the first of these. As long as the owners, so that giving a name back never fails. */
        private int[] freeNames = new int[MIN_SLOTS];

        private int freeCount;

        int size() {
            return sum(part -> part.size);
        }

        int slots() {
            return sum(part -> part.rows.length);
        }

        private int sum(ToIntFunction<Part> number) {
            return Arrays.stream(parts)
                    .filter(Objects::nonNull)
                    .mapToInt(number)
                    .sum();
        }

        /** Number of owners that slots name. */
        int owners() {
            return unusedName - 1 - freeCount;
        }

        /** The part that a row belongs to. */
        Part part(long row) {
            int index = (int) (row >>> PART_SHIFT);
            Part part = parts[index];
            if (part == null) {
                part = new Part();
                parts[index] = part;
            }
            return part;
        }

        /**
         * Forgets all rows, and their owners, which must not come again. A burst must not hold its memory for ever, but the next
         * rows may be as many.
         */
        void clear() {
            for (Part part : parts) {
                if (part != null) {
                    part.clear();
                }
            }
            if (owners.length > MIN_SLOTS && unusedName < owners.length / FEW) {
                resizeNames(owners.length / 2);
            }
            Arrays.fill(owners, 0, unusedName, null);
            unusedName = 1;
            freeCount = 0;
        }

        /** Returns the name of an owner for one more slot. */
        private int named(Owner owner) {
            if (owner.slots == 0) {
                owner.name = freshName();
                owners[owner.name] = owner;
            }
            owner.slots++;
            return owner.name;
        }

        private int freshName() {
            if (freeCount > 0) {
                return freeNames[--freeCount];
            }
            if (unusedName == owners.length) {
                resizeNames(2 * owners.length);
            }
            return unusedName++;
        }

        /** Both or none of the arrays. */
        private void resizeNames(int length) {
            int[] newFree = Arrays.copyOf(freeNames, length);
            owners = Arrays.copyOf(owners, length);
            freeNames = newFree;
        }

        /** A slot no longer holds the name. Throws nothing. */
        private void dropped(int name) {
            Owner owner = owner(name);
            owner.slots--;
            if (owner.slots == 0) {
                owners[name] = null;
                freeNames[freeCount++] = name;
            }
        }

        private Owner owner(int name) {
            return Objects.requireNonNull(owners[name], "no owner has this name");
        }

        /** The rows whose hashes begin with the same bits. */
        final class Part {
            private long[] rows = new long[MIN_SLOTS];
            /** Names of owners; 0 in an empty slot. */
            private int[] names = new int[MIN_SLOTS];

            private int[] entries = new int[MIN_SLOTS];
            private int size;

            /** The slot of a row, or -1. Valid until the next change. */
            int find(long row) {
                int mask = rows.length - 1;
                for (int slot = (int) row & mask; names[slot] != 0; slot = (slot + 1) & mask) {
                    if (rows[slot] == row) {
                        return slot;
                    }
                }
                return -1;
            }

            Owner owner(int slot) {
                return RowTable.this.owner(names[slot]);
            }

            int entry(int slot) {
                return entries[slot];
            }

            /** Whether the only mutation of the row in a slot, which is not empty, has settled. */
            boolean isFree(int slot) {
                return owner(slot) instanceof Member<?> only && only.isSettled(entries[slot]);
            }

            void replace(int slot, Owner owner, int entry) {
                int before = names[slot];
                names[slot] = named(owner);
                entries[slot] = entry;
                dropped(before);
            }

            /** Adds a row that is not there. */
            void add(long row, Owner owner, int entry) {
                if (size >= rows.length / 2) {
                    makeRoom();
                }
                put(row, named(owner), entry);
                size++;
            }

            /** Drops rows that have settled, in place, and doubles the slots if most have not. */
            private void makeRoom() {
                for (int slot = 0; slot < rows.length; slot++) {
                    // The row behind it may move up.
                    while (names[slot] != 0 && isFree(slot)) {
                        remove(slot);
                    }
                }
                if (size >= rows.length / 4) {
                    grow();
                }
            }

            private void grow() {
                long[] oldRows = rows;
                int[] oldNames = names;
                int[] oldEntries = entries;
                allocate(2 * oldRows.length);
                for (int slot = 0; slot < oldRows.length; slot++) {
                    if (oldNames[slot] != 0) {
                        put(oldRows[slot], oldNames[slot], oldEntries[slot]);
                    }
                }
            }

            private void clear() {
                if (rows.length > MIN_SLOTS && size < rows.length / FEW) {
                    allocate(rows.length / 2);
                } else if (size > 0) {
                    Arrays.fill(names, 0);
                }
                size = 0;
            }

            private void put(long row, int name, int entry) {
                int mask = rows.length - 1;
                int slot = (int) row & mask;
                while (names[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                rows[slot] = row;
                names[slot] = name;
                entries[slot] = entry;
            }

            /** Empties a slot, and moves up entries behind it that would have gone into it. */
            void remove(int slot) {
                int name = names[slot];
                int mask = rows.length - 1;
                int hole = slot;
                for (int next = (hole + 1) & mask; names[next] != 0; next = (next + 1) & mask) {
                    int home = (int) rows[next] & mask;
                    if (((next - home) & mask) >= ((next - hole) & mask)) {
                        rows[hole] = rows[next];
                        names[hole] = names[next];
                        entries[hole] = entries[next];
                        hole = next;
                    }
                }
                names[hole] = 0;
                size--;
                dropped(name);
            }

            /** All or none of the arrays. */
            private void allocate(int slots) {
                long[] newRows = new long[slots];
                int[] newNames = new int[slots];
                entries = new int[slots];
                rows = newRows;
                names = newNames;
            }
        }
    }
}
