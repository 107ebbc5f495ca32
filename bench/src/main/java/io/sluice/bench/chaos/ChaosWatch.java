package io.sluice.bench.chaos;

import io.sluice.AsyncBufferedMutator;
import io.sluice.CallTimeoutException;
import io.sluice.FlushEvent;
import io.sluice.MutatorListener;
import io.sluice.MutatorState;
import io.sluice.RetryEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Monitors the client through its public API: how long it leaves mutations unsent, and how much it holds. See
 * docs/chaos.md.
 */
final class ChaosWatch implements Runnable {
    private static final long PERIOD_MILLIS = 20;
    private static final int SCAN_EVERY = 10;
    /** Time within which the event of a retry arrives, which is on another thread than acknowledgements. */
    private static final int NEWS_MILLIS = 1_000;

    private final long startNanos = System.nanoTime();
    private final List<ChaosSlot> slots;
    private final int mutatorsOfATable;

    /** By table and range of rows: the latest acceptance time of any acknowledged mutation. */
    private final AtomicIntegerArray passing;

    private final Deque<Snapshot> snapshots = new ArrayDeque<>();
    /** Unsettled bytes, for mutators that report outcomes at once. */
    private final LongAdder unsettledBytes = new LongAdder();

    private int mostBufferedMillis;
    private int mostPassedMillis;
    private String mostPassed = "";
    private long mostUsedOverBytes = Long.MIN_VALUE;
    private long mostUnsettledOverBytes = Long.MIN_VALUE;
    private volatile boolean stopped;

    private record Snapshot(int atMillis, int[] passing) {}

    /**
     * The largest values observed.
     *
     * @param bufferedMillis the longest time that a mutator had bytes in its buffer without sending a buffer
     * @param passedMillis the most by which an acknowledged mutation was accepted later than an unsettled one of the
     *     same range
     * @param passed description of that mutation
     * @param usedOverBytes budget used above the limit; negative if always below
     * @param unsettledOverBytes the ledgers' own sum above the limit
     */
    record Seen(int bufferedMillis, int passedMillis, String passed, long usedOverBytes, long unsettledOverBytes) {}

    /** @param mutatorsOfATable number of consecutive slots with the same table */
    ChaosWatch(List<ChaosSlot> slots, int mutatorsOfATable) {
        this.slots = slots;
        this.mutatorsOfATable = mutatorsOfATable;
        passing = new AtomicIntegerArray(slots.size() / mutatorsOfATable * ChaosLedger.RANGES);
    }

    /** Time since the start of the run, never 0. */
    int millis() {
        return 1 + (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    private int place(ChaosSlot slot, int range) {
        return slot.number() / mutatorsOfATable * ChaosLedger.RANGES + range;
    }

    // ---- notifications ----

    void accepted(ChaosSlot slot, long bytes) {
        if (!slot.hasExecutor()) {
            unsettledBytes.add(bytes);
        }
    }

    void settled(ChaosSlot slot, long bytes) {
        if (!slot.hasExecutor()) {
            unsettledBytes.add(-bytes);
        }
    }

    /** A server has acknowledged a mutation. */
    void acknowledged(ChaosSlot slot, int range, int acceptedAt) {
        int unused = passing.accumulateAndGet(place(slot, range), acceptedAt, Math::max);
    }

    /** A listener for a slot's mutator. */
    MutatorListener listener(ChaosSlot slot) {
        return new MutatorListener() {
            @Override
            public void onFlush(FlushEvent event) {
                slot.flushed(millis());
            }

            @Override
            public void onRetry(RetryEvent event) {
                slot.calmFrom(millis() + (int) event.pause().toMillis());
                if (event.cause() instanceof CallTimeoutException) {
                    slot.ledgers().forEach(ChaosLedger::timedOut);
                }
            }

            @Override
            public void onDropped(long events) {
                slot.flushed(millis());
                slot.calmFrom(millis());
                slot.ledgers().forEach(ChaosLedger::timedOut);
            }
        };
    }

    // ---- checks ----

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; !stopped; i++) {
                Thread.sleep(PERIOD_MILLIS);
                slots.forEach(this::look);
                if (i % SCAN_EVERY == 0) {
                    scan(millis());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(ChaosSlot slot) {
        int now = millis();
        AsyncBufferedMutator mutator = slot.mutator();
        MutatorState state = mutator.state();
        if (state.bufferedBytes() == 0 || mutator != slot.mutator()) {
            slot.flushed(now);
        }
        synchronized (this) {
            mostBufferedMillis = Math.max(mostBufferedMillis, now - slot.flushedAt());
            mostUsedOverBytes = Math.max(mostUsedOverBytes, state.budgetUsedBytes() - state.budgetLimitBytes());
            mostUnsettledOverBytes = Math.max(mostUnsettledOverBytes, unsettledBytes.sum() - state.budgetLimitBytes());
        }
    }

    /** Compares pending mutations with acknowledgements that are old enough for every reason of a delay to be known. */
    void scan(int now) {
        int[] copy = new int[passing.length()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = passing.get(i);
        }
        snapshots.addLast(new Snapshot(now, copy));
        Snapshot known = snapshots.getFirst();
        if (known.atMillis > now - NEWS_MILLIS) {
            return;
        }
        snapshots.removeFirst();
        for (ChaosSlot slot : slots) {
            int calm = slot.calmSince();
            for (ChaosLedger ledger : slot.ledgers()) {
                ledger.forEachPending(number -> passed(slot, ledger, number, calm, known));
            }
        }
    }

    private synchronized void passed(ChaosSlot slot, ChaosLedger ledger, int number, int calm, Snapshot known) {
        int since = Math.max(calm, ledger.acceptedAt(number));
        int millis = known.passing[place(slot, ledger.range(number))] - since;
        if (millis > mostPassedMillis) {
            mostPassedMillis = millis;
            mostPassed = slot + ", writer " + ledger.writer() + ", number " + number + ", accepted at "
                    + ledger.acceptedAt(number) / 1e3 + " s";
        }
    }

    synchronized Seen seen() {
        return new Seen(mostBufferedMillis, mostPassedMillis, mostPassed, mostUsedOverBytes, mostUnsettledOverBytes);
    }
}
