package io.sluice.internal.buffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.FlushReason;
import io.sluice.MutatorClosedException;
import io.sluice.Row;
import io.sluice.TableName;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchMemory;
import io.sluice.internal.batch.BatchSegment;
import io.sluice.internal.batch.BatchSegment.Outcome;
import io.sluice.internal.batch.MutationExtras;
import io.sluice.internal.batch.MutationKind;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BudgetedBlocks;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.ByteBudget.Claim;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.StackProbe;
import io.sluice.internal.time.Timer;
import io.sluice.internal.time.Timer.Cancellable;
import io.sluice.internal.trace.BatchTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The batch that is being filled. While its open {@link BatchSegment} has room, appending is one compare-and-set, the copy,
 * and one atomic addition. The lock is for what happens once in hundreds of mutations: opening the next segment, and
 * swapping out a full batch.
 *
 * <p>Invariants, at every instant that the lock is free:
 *
 * <ul>
 *   <li>while a batch is being filled and there is a flush period, the timer is set for it, until the close begins;
 *   <li>the budget has been charged for every block of the batch;
 *   <li>a batch that was swapped out is in {@link #unsettled} until it has settled, and is dispatched by the first thread that
 *       claims it once it is complete: the one that swapped it or the one that appended last, or, should an error have kept
 *       both from it, the next flush or close.
 * </ul>
 */
final class WriteBuffer {
    /** Some microseconds. */
    private static final int SPINS = 200;

    /**
     * The first batch is sent with this many bytes, each later one with twice as many, up to the size that is set: the first
     * rows of a program are acknowledged before the code that handles large batches has been compiled.
     */
    private static final long FIRST_BATCH_BYTES = 64 << 10;

    private static final int MOST_DOUBLINGS = 30;

    private final TableName table;
    private final BudgetedBlocks blocks;
    private final ByteBudget budget;
    private final Clock clock;
    private final Timer timer;
    private final Settings settings;
    private final boolean unbounded;
    private final Consumer<Batch> prepare;
    private final Consumer<Batch> dispatcher;
    private final LongSupplier wanted;
    private final Runnable aged;
    private final Runnable crowded;

    /** Batches that were taken out and have not settled. One is added by the swap that takes it out. */
    private final Queue<Batch> unsettled = new ConcurrentLinkedQueue<>();

    // Lock order: before those of ByteBudget and Batch; held for a few field writes. Nothing is called under it that
    // waits, completes a future, logs or allocates much; blocks are made before, and given back if another thread was
    // faster. Setting the timer under it only puts a task into a queue.
    private final ReentrantLock lock = new ReentrantLock();

    // Under lock: no batch is begun once closed; open belongs to filling, and is null exactly when that is.
    /** Replaced, never cleared: a batch that was swapped out belongs to the thread that dispatches it. */
    @GuardedBy("lock") private @Nullable Batch filling;

    /**
     * The open segment. Written under the lock, read without: a thread that reads an old one finds it sealed, since the
     * sealing is an atomic change of the segment itself.
     */
    private volatile @Nullable BatchSegment open;

    /** A claim of threads that wait for room to open the next block of the usual size; shared by all that wait here. */
    @GuardedBy("lock") private @Nullable Claim claim;

    /**
     * Held by the one thread that waits for {@link #claim}; the others wait for this lock, and each that gets it looks for
     * room first. If all waited for the claim, whoever gives memory back, which is mostly a network thread, would wake all
     * of them for a block that the first one fills. Fair, or else a thread that waits could be overtaken again and again by
     * threads that come later. Taken before {@link #lock}.
     */
    private final ReentrantLock turn = new ReentrantLock(/* fair= */ true);

    /** The task of the timer that will look at the buffer, or null. */
    @GuardedBy("lock") private @Nullable Cancellable ageCheck;

    /** Capacity of the first block of the next batch, estimated from the last batch. Written under the lock. */
    private volatile int firstBytes;

    @GuardedBy("lock") private boolean closed;

    /**
     * Whether an error, most likely of the stack, may have prevented an entry from being committed, a batch from being
     * dispatched, or its entries from being failed. Set without a call, since the stack may have no room for it: the next
     * {@link #sweep} handles it, which is part of each look at the buffer's age, flush and close, and of the engine's look
     * at unsettled batches.
     */
    volatile boolean leftovers;

    /** Batches with an entry that were swapped out so far. */
    @GuardedBy("lock") private long swaps;

    /** Decides what a caller without room does. */
    @FunctionalInterface
    interface Gate {
        /**
         * Called when there is no room.
         *
         * @param beganNanos when the caller began to ask, on the system's clock
         * @return a claim to try again with, which the caller leaves; null to give up
         * @throws IOException if there is no room, and the caller gets an exception
         */
        @Nullable Claim await(WriteBuffer buffer, int length, long beganNanos) throws IOException;
    }

    /**
     * When to send.
     *
     * @param maxBytes at this many bytes of cells and attributes, or more if the previous batch was sent to many servers
     * @param maxMutations at this many mutations
     * @param periodNanos at this age; 0 for never
     */
    record Settings(long maxBytes, int maxMutations, long periodNanos) {}

    /**
     * @param unbounded whether blocks are opened even if the budget has no room for them
     * @param prepare is applied to each batch before it fills, under the lock
     * @param dispatcher takes over batches that were swapped out: see {@code BatchDispatcher.dispatch}
     * @param wanted the byte limit of a batch is at least this, whatever the settings say; read for each segment
     * @param aged called, outside the lock, when a batch was sent because of its age
     * @param crowded called when threads contend for the buffer
     */
    WriteBuffer(
            TableName table,
            BudgetedBlocks blocks,
            Clock clock,
            Timer timer,
            Settings settings,
            boolean unbounded,
            Consumer<Batch> prepare,
            Consumer<Batch> dispatcher,
            LongSupplier wanted,
            Runnable aged,
            Runnable crowded) {
        this.table = table;
        this.blocks = blocks;
        budget = blocks.budget();
        this.clock = clock;
        this.timer = timer;
        this.settings = settings;
        this.unbounded = unbounded;
        this.prepare = prepare;
        this.dispatcher = dispatcher;
        this.wanted = wanted;
        this.aged = aged;
        this.crowded = crowded;
        firstBytes = BatchMemory.firstBytes(0, 0, blocks.blockSize());
    }

    // ---- appending ----

    /**
     * Adds a mutation.
     *
     * @param length {@code Batch.lengthOf} of it
     * @param receiver notified when it settles
     * @return false if the gate did not let it in; nothing was added then
     * @throws MutatorClosedException if the buffer is closed; nothing was added
     * @throws IOException what the gate throws; nothing was added
     */
    boolean add(Row row, int length, Object receiver, Gate gate) throws IOException {
        int shape = MutationKind.shapeOf(row);
        MutationExtras more = MutationExtras.of(row, WriteBuffer::nonce);
        BatchSegment last = open;
        if (last != null) {
            if (append(last, row, length, shape, more, receiver)) {
                return true;
            }
            tellIfCrowded(last);
        }
        return addSlowly(row, length, receiver, gate, null);
    }

    /** Adds a mutation when there is room, without waiting; completes when it has been added, or exceptionally. */
    CompletableFuture<Void> addLater(Row row, int length, Object receiver, Gate trying) {
        Claim claim = claim(length);
        return claim.granted().thenCompose(granted -> {
            try {
                return addSlowly(row, length, receiver, trying, claim)
                        ? CompletableFuture.completedFuture(null)
                        : addLater(row, length, receiver, trying);
            } catch (IOException e) {
                return CompletableFuture.failedFuture(e);
            }
        });
    }

    /** Before the append: after it, the batch may be gone. */
    private static void follow(BatchSegment segment) {
        BatchTrace trace = segment.batch().trace();
        if (trace != null) {
            trace.appending();
        }
    }

    /**
     * Computes shape and extras again, which for a plain Put costs less than an object to carry them here.
     *
     * @param granted a claim to begin with, which is left in the end; or null
     */
    private boolean addSlowly(Row row, int length, Object receiver, Gate gate, @Nullable Claim granted)
            throws IOException {
        @Nullable Claim claim = granted;
        try {
            int shape = MutationKind.shapeOf(row);
            MutationExtras more = MutationExtras.of(row, WriteBuffer::nonce);
            long beganNanos = 0;
            while (true) {
                BatchSegment room = roomOrMark(length, claim);
                if (room == null) {
                    beganNanos = beganNanos == 0 ? System.nanoTime() : beganNanos;
                    if (claim != null) {
                        claim.leave();
                        claim = null;
                    }
                    claim = gate.await(this, length, beganNanos);
                    if (claim == null) {
                        return false;
                    }
                    continue;
                }
                if (append(room, row, length, shape, more, receiver)) {
                    return true;
                }
            }
        } finally {
            if (claim != null) {
                claim.leave();
            }
        }
    }

    private @Nullable BatchSegment roomOrMark(int length, @Nullable Claim claim) throws MutatorClosedException {
        try {
            return roomFor(length, claim);
        } catch (RuntimeException | Error e) {
            // It may have swapped a batch out before.
            leftovers = true;
            throw e;
        }
    }

    /** Appends if there is room. Once it is appended the mutation is accepted: errors go to its future, not to the caller. */
    private boolean append(BatchSegment segment, Row row, int length, int shape, MutationExtras more, Object receiver) {
        follow(segment);
        Outcome outcome = segment.append(row, length, shape, more, receiver);
        if (outcome == Outcome.APPENDED) {
            return true;
        }
        if (outcome == Outcome.REFUSED) {
            return false;
        }
        try {
            sendAppended(segment, outcome);
        } catch (Throwable e) {
            leftovers = true;
        }
        return true;
    }

    private void sendAppended(BatchSegment segment, Outcome outcome) {
        StackProbe.probe();
        if (outcome == Outcome.FILLED) {
            tellIfCrowded(segment);
            flushFull(segment.batch());
        } else if (outcome == Outcome.COMPLETED) {
            dispatch(segment.batch());
        } else {
            leftovers = true;
        }
    }

    /** Once for hundreds of mutations. */
    private void tellIfCrowded(BatchSegment full) {
        if (full.takeCrowded()) {
            crowded.run();
        }
    }

    /** 0 means "none" to the server. */
    private static long nonce() {
        long nonce = ThreadLocalRandom.current().nextLong();
        return nonce == 0 ? 1 : nonce;
    }

    // ---- room ----

    /**
     * Makes room: opens a segment, and swaps the batch out if it is full.
     *
     * @param length of the entry to be appended
     * @param own a claim that only the caller waits for, to be used if it has been granted
     * @return a segment that had room a moment ago; other threads may have filled it since. Null if the budget has no room
     *     for the block that is needed
     * @throws MutatorClosedException if the buffer is closed
     */
    @Nullable BatchSegment roomFor(int length, @Nullable Claim own) throws MutatorClosedException {
        StackProbe.probe();
        // If nothing is open, the needed block is known without the lock, unless another thread is faster.
        @Nullable Block spare = open == null ? openFirst(length) : null;
        try {
            while (true) {
                BatchSegment made = awaitRoomOrLock(length);
                if (made != null) {
                    return made;
                }
                @Nullable Batch full = null;
                int needed = 0;
                long charge = 0;
                @Nullable Claim granted = null;
                lock.lock();
                try {
                    if (closed) {
                        throw new MutatorClosedException("the mutator for '" + table + "' is closed");
                    }
                    BatchSegment now = open;
                    if (now != null && now.fits(length)) {
                        return now;
                    }
                    if (now != null && now.isFull()) {
                        full = swap(fullReason());
                    } else {
                        needed = nextBytes(length);
                        if (needed == 0) {
                            batch().reenter();
                            return openSegment();
                        }
                        charge = nextCharge(needed);
                        if (spare != null && spare.capacity() == needed && spare.charge() == charge) {
                            enter(spare);
                            spare = null;
                            return openSegment();
                        }
                        granted = length > blocks.blockSize() ? own : claim;
                    }
                } finally {
                    lock.unlock();
                }
                if (needed == 0) {
                    dispatch(full);
                    continue;
                }
                if (spare != null) {
                    Block back = spare;
                    spare = null;
                    blocks.release(back);
                }
                spare = open(needed, charge, granted);
                if (spare == null) {
                    return null;
                }
            }
        } finally {
            if (spare != null) {
                blocks.release(spare);
            }
        }
    }

    /**
     * Spins while another thread holds the lock and has not made room yet: it holds the lock for less time than it takes to
     * suspend and wake a thread, which, every hundred mutations with small buffers, would cost more than the mutations.
     */
    private @Nullable BatchSegment awaitRoomOrLock(int length) {
        for (int i = 0; i < SPINS && lock.isLocked(); i++) {
            BatchSegment now = open;
            if (now != null && now.fits(length)) {
                return now;
            }
            Thread.onSpinWait();
        }
        return null;
    }

    /** Capacity of the block that the next entry needs, or 0 if the batch has room for it. */
    @GuardedBy("lock") private int nextBytes(int length) {
        Batch batch = filling;
        if (batch == null) {
            return firstBytesFor(length);
        }
        batch.sealOpen();
        return batch.nextBytes(length);
    }

    /** How much the next block counts against the budget, if it has this capacity. */
    @GuardedBy("lock") private long nextCharge(int capacity) {
        Batch batch = filling;
        return batch == null ? BatchMemory.firstCharge(capacity, blocks.blockSize()) : batch.nextCharge(capacity);
    }

    private int firstBytesFor(int length) {
        return BatchMemory.firstBytesFor(length, firstBytes, blocks.blockSize());
    }

    private @Nullable Block openFirst(int length) {
        int capacity = firstBytesFor(length);
        return open(capacity, BatchMemory.firstCharge(capacity, blocks.blockSize()), null);
    }

    /** A block, or null if there is no room for it. The part of the claim beyond its charge is given back. */
    private @Nullable Block open(int capacity, long charge, @Nullable Claim granted) {
        if (granted != null && granted.use()) {
            // Claims are for a block with everything that may come with it.
            budget.give(granted.bytes() - charge);
        } else if (unbounded) {
            budget.takeUnbounded(charge);
        } else if (!budget.tryTake(charge)) {
            return null;
        }
        return blocks.open(capacity, charge);
    }

    @GuardedBy("lock") private void enter(Block block) {
        Batch batch = filling;
        if (batch == null) {
            // An allocation under the lock, once per batch: if it were made before, it would be wasted whenever two
            // threads meet.
            batch = new Batch(table, blocks, clock.nanoTime());
            prepare.accept(batch);
            setTimer(settings.periodNanos());
            filling = batch;
        }
        batch.enter(block, settings.maxMutations());
    }

    @GuardedBy("lock") private BatchSegment openSegment() {
        BatchSegment next = batch().openSegment(maxBytes(), settings.maxMutations());
        open = next;
        return next;
    }

    @GuardedBy("lock") private long maxBytes() {
        long most = Math.max(settings.maxBytes(), wanted.getAsLong());
        return Math.min(most, FIRST_BATCH_BYTES << Math.min(swaps, MOST_DOUBLINGS));
    }

    @GuardedBy("lock") private Batch batch() {
        Batch batch = filling;
        if (batch == null) {
            throw new IllegalStateException("no batch is being filled");
        }
        return batch;
    }

    /** The most that the next entry may need of the budget. */
    long mostCharged(int length) {
        return BatchMemory.mostCharged(length, blocks.blockSize());
    }

    /**
     * Asks the budget for the most that the next entry may need. An entry that fits into a block of the usual size shares
     * one claim with all other threads that wait here, since the block will have room for them, too; a larger one has its
     * own.
     *
     * @return to be left when the caller no longer waits for it
     */
    Claim claim(int length) {
        if (length > blocks.blockSize()) {
            return budget.claim(mostCharged(length));
        }
        Claim joined = joinOrShare(null);
        if (joined != null) {
            return joined;
        }
        // Filed outside the lock: it may be granted at once, and filing it may flush other buffers.
        Claim mine = budget.claim(mostCharged(length));
        Claim shared = joinOrShare(mine);
        if (shared == null) {
            return mine;
        }
        mine.leave();
        return shared;
    }

    /**
     * Waits for room for the next entry, one thread after the other, unless it needs a block of its own.
     *
     * @return a claim to try again with, to be left by the caller; null if there was no room in time
     */
    @Nullable Claim awaitClaim(int length, long nanos) throws InterruptedException {
        long beganNanos = System.nanoTime();
        // Before the turn: the claim keeps its place in the budget's queue while threads come and go, and filing it may
        // send other buffers, which others should not have to wait for.
        Claim claim = claim(length);
        boolean granted = false;
        try {
            if (length > blocks.blockSize()) {
                granted = Admission.isDoneWithin(claim.granted(), nanos);
            } else if (turn.tryLock(nanos, TimeUnit.NANOSECONDS)) {
                try {
                    if (claim.granted().isDone() && !hasRoom(length)) {
                        claim = nextOf(claim);
                    }
                    long leftNanos = nanos - (System.nanoTime() - beganNanos);
                    granted = hasRoom(length) || Admission.isDoneWithin(claim.granted(), leftNanos);
                } finally {
                    turn.unlock();
                }
            }
            return granted ? claim : null;
        } finally {
            if (!granted) {
                claim.leave();
            }
        }
    }

    private boolean hasRoom(int length) {
        BatchSegment now = open;
        return now != null && now.fits(length);
    }

    /** The claim that others have filed since this one was used; this one if there is none, and the caller tries again. */
    private Claim nextOf(Claim used) {
        Claim next = joinOrShare(null);
        if (next == null) {
            return used;
        }
        used.leave();
        return next;
    }

    /** Joins the shared claim and returns it; if it is over, shares this one and returns null. */
    private @Nullable Claim joinOrShare(@Nullable Claim next) {
        lock.lock();
        try {
            if (claim != null && claim.join()) {
                return claim;
            }
            claim = next;
            return null;
        } finally {
            lock.unlock();
        }
    }

    // ---- swapping ----

    @GuardedBy("lock") private FlushReason fullReason() {
        Batch batch = filling;
        return batch != null && batch.size() >= settings.maxMutations() ? FlushReason.COUNT : FlushReason.SIZE;
    }

    /**
     * Takes the batch out, unless there is none. If something is thrown, the batch is still there and can be taken out
     * again: all but the plain stores at the end may be done twice.
     */
    @GuardedBy("lock") private @Nullable Batch swap(FlushReason reason) {
        Batch batch = filling;
        if (batch == null) {
            return null;
        }
        // Before the sealing, after which another thread may own the batch; any later, and a flush might miss it.
        unsettled.add(batch);
        batch.whenSettled(() -> unsettled.remove(batch));
        batch.number(swaps);
        batch.sealFor(reason);
        batch.seal();
        firstBytes = BatchMemory.firstBytes(batch.size(), batch.bytes(), blocks.blockSize());
        // A batch without an entry is never sent: later ones would wait for its number for ever.
        swaps += batch.size() == 0 ? 0 : 1;
        filling = null;
        open = null;
        return batch;
    }

    /** Sends a batch that was swapped out, if all of its entries are there and no other thread sends it. */
    private void dispatch(@Nullable Batch batch) {
        if (batch != null) {
            try {
                dispatcher.accept(batch);
                if (batch.mishap() != null) {
                    leftovers = true;
                }
            } catch (StackOverflowError e) {
                leftovers = true;
            }
        }
    }

    /** Handles what an error has left behind. */
    void sweep() {
        if (!leftovers) {
            return;
        }
        leftovers = false;
        boolean done = false;
        try {
            StackProbe.probe();
            commitOwed();
            BatchSegment now = open;
            if (now != null && now.isFull()) {
                flushFull(now.batch());
            }
            unsettled.forEach(this::dispatch);
            done = true;
        } finally {
            if (!done) {
                leftovers = true;
            }
        }
    }

    private void commitOwed() {
        lock.lock();
        try {
            if (filling != null) {
                filling.commitOwed();
            }
            unsettled.forEach(Batch::commitOwed);
        } finally {
            lock.unlock();
        }
    }

    /** Takes the batch out if it is full, and sends it. */
    void flushFull(Batch batch) {
        // No length fits a full segment, so this only waits for the lock.
        BatchSegment unused = awaitRoomOrLock(Integer.MAX_VALUE);
        @Nullable Batch full;
        lock.lock();
        try {
            full = filling == batch ? swap(fullReason()) : null;
        } finally {
            lock.unlock();
        }
        dispatch(full);
    }

    /** Sends what is buffered. */
    void flush(FlushReason reason) {
        StackProbe.probe();
        @Nullable Batch taken;
        lock.lock();
        try {
            taken = isEmpty() ? null : swap(reason);
        } finally {
            lock.unlock();
        }
        dispatch(taken);
        sweep();
    }

    @GuardedBy("lock") private boolean isEmpty() {
        Batch batch = filling;
        return batch == null || batch.size() == 0;
    }

    /** Refuses mutations from now on, except those for which the batch that is being filled has room: no other is begun. */
    void refuse() {
        lock.lock();
        try {
            closed = true;
            if (ageCheck != null) {
                ageCheck.cancel();
                ageCheck = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Refuses all mutations from now on, and sends what is buffered. */
    void close() {
        refuse();
        @Nullable Batch last;
        lock.lock();
        try {
            last = swap(FlushReason.CLOSE);
        } finally {
            lock.unlock();
        }
        endOrDispatch(last);
        sweep();
    }

    private void endOrDispatch(@Nullable Batch taken) {
        if (taken != null && taken.size() == 0) {
            taken.discard();
        } else {
            dispatch(taken);
        }
    }

    // ---- the flush clock ----

    /** One task serves all batches: with small batches, a cancelled timer for each would cost more than the batch. */
    @GuardedBy("lock") private void setTimer(long delayNanos) {
        if (settings.periodNanos() > 0 && ageCheck == null && !closed) {
            ageCheck = timer.schedule(this::checkAge, delayNanos);
        }
    }

    private void checkAge() {
        @Nullable Batch old;
        lock.lock();
        try {
            ageCheck = null;
            old = takeAged();
        } finally {
            lock.unlock();
        }
        if (old != null) {
            endOrDispatch(old);
            aged.run();
        }
        sweep();
    }

    /** Takes the batch out if it is old enough; else the timer is set for it again. */
    @GuardedBy("lock") private @Nullable Batch takeAged() {
        Batch batch = filling;
        if (batch == null) {
            return null;
        }
        try {
            long leftNanos = batch.begunNanos() + settings.periodNanos() - clock.nanoTime();
            if (leftNanos > 0) {
                setTimer(leftNanos);
                return null;
            }
        } catch (Throwable e) {
            // If the timer cannot be set, the batch is sent early.
        }
        try {
            return swap(FlushReason.TIME);
        } finally {
            if (filling != null) {
                setTimer(settings.periodNanos());
            }
        }
    }

    // ---- views ----

    /**
     * A buffer that holds mutations.
     *
     * @param nanos when the batch was begun
     * @param bytes the budget's charge for it
     */
    record Begun(WriteBuffer buffer, long nanos, long bytes) {}

    /** What is buffered; null if nothing is. */
    @Nullable Begun begun() {
        lock.lock();
        try {
            Batch batch = filling;
            return batch == null || isEmpty() ? null : new Begun(this, batch.begunNanos(), batch.occupiedBytes());
        } finally {
            lock.unlock();
        }
    }

    /** Mutations that are buffered. */
    long activeMutations() {
        return sum(Stream.empty(), Batch::size);
    }

    /** Bytes of cells and attributes that are buffered. */
    long activeBytes() {
        return sum(Stream.empty(), Batch::bytes);
    }

    /** Mutations that were accepted and have not settled; a moment's view. */
    long pending() {
        return sum(unsettled.stream(), Batch::pending);
    }

    /**
     * Bytes of cells and attributes in all batches that have not settled, though some of their mutations may have; a moment's
     * view.
     */
    long pendingBytes() {
        return sum(unsettled.stream(), Batch::bytes);
    }

    /**
     * Of the batch that is being filled and others. Those, too, are looked up under the lock, so that a batch that is being
     * swapped out is counted once.
     */
    private long sum(Stream<Batch> others, ToLongFunction<Batch> number) {
        lock.lock();
        try {
            return and(filling, others).mapToLong(number).sum();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The batches that have not settled, the one that is being filled included: every mutation that was accepted is in one of
     * them, or has settled. If that one is empty, it is listed only after {@link #refuse}: it may get the last mutation.
     */
    List<Batch> outstanding() {
        lock.lock();
        try {
            return and(isEmpty() && !closed ? null : filling, unsettled.stream())
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Each once: a swap that an error has ended may have listed the batch that is still being filled. */
    private static Stream<Batch> and(@Nullable Batch batch, Stream<Batch> others) {
        return Stream.concat(others, Stream.ofNullable(batch)).distinct();
    }

    /** Whether there is no batch that has not settled, an empty one that is being filled included. */
    boolean isIdle() {
        lock.lock();
        try {
            return filling == null && unsettled.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Compacts the batches that were taken out and have not settled: see {@link Batch#compact}. */
    void compact(long nowNanos, long standingNanos) {
        for (Batch batch : unsettled) {
            batch.compact(nowNanos, standingNanos);
        }
    }

    /** The batches that were taken out and have not settled; a moment's view. */
    List<Batch> unsettled() {
        return new ArrayList<>(unsettled);
    }
}
