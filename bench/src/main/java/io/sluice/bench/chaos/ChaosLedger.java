package io.sluice.bench.chaos;

import io.sluice.BufferFullException;
import io.sluice.RetriesExhaustedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * The mutations of one writing thread in one table and order: for each one its outcome, as one number, and the time
 * when it was accepted. Rows and values are derived from writer and number, so nothing else is kept. If the row order
 * is guaranteed, each row is written {@value #VERSIONS} times, by numbers that are {@value #ROWS} apart; otherwise
 * once. Safe for use by the writer and the threads that complete futures.
 */
final class ChaosLedger {
    /** Number of equal ranges into which the rows are divided. */
    static final int RANGES = 64;

    private static final int ROWS = 8;
    private static final int VERSIONS = 8;
    private static final int BLOCK = ROWS * VERSIONS;

    private static final int ACKNOWLEDGED = 1;
    private static final int FAILED = 1 << 8;
    private static final int FOUND = 1 << 16;
    private static final int NOT_APPLIED = 1 << 17;
    private static final int HANDED_BACK = 1 << 18;
    private static final int TIMED_OUT = 1 << 19;
    private static final int SKIPPED = 1 << 20;
    private static final int SETTLED = 0xFFFF | SKIPPED;
    private static final int BYTE = 0xFF;
    private static final int SPREAD = 0x9E3779B1;

    private final int writer;
    private final boolean ordered;
    private final ChaosValues values;
    private final AtomicIntegerArray fates;
    /** 0 until it is accepted; see {@link ChaosWatch#millis}. */
    private final AtomicIntegerArray acceptedAt;

    private volatile int begun;
    /** All numbers before this one have settled. For use by one thread. */
    private int firstPending;

    /** Errors by class with their counts, for the report. */
    private final Map<String, Integer> errors = new TreeMap<>();

    /** @param ordered whether rows are written several times, in their order */
    ChaosLedger(int writer, int most, boolean ordered, ChaosValues values) {
        this.writer = writer;
        this.ordered = ordered;
        this.values = values;
        fates = new AtomicIntegerArray(most);
        acceptedAt = new AtomicIntegerArray(most);
    }

    /** Numbers in all ledgers together. */
    record Count(long accepted, long acknowledged, long failed, long found, Wrong wrong) {
        static final Count NONE = new Count(0, 0, 0, 0, Wrong.NOTHING);

        Count plus(Count other) {
            return new Count(
                    accepted + other.accepted,
                    acknowledged + other.acknowledged,
                    failed + other.failed,
                    found + other.found,
                    wrong.plus(other.wrong));
        }
    }

    /**
     * Violations; each must be 0.
     *
     * @param missing acknowledged, but neither it nor a later write to its row is in the table
     * @param neverSettled accepted without ever getting an outcome
     * @param settledTwice got two outcomes, or was acknowledged and returned by a close
     * @param wrongContent in the table with a value other than the one written
     * @param foreign in the table, but never written
     * @param denied in the table, although the error or the close said that it was not applied
     * @param reordered in the table instead of a later, acknowledged one of its row
     */
    record Wrong(
            long missing,
            long neverSettled,
            long settledTwice,
            long wrongContent,
            long foreign,
            long denied,
            long reordered) {
        static final Wrong NOTHING = new Wrong(0, 0, 0, 0, 0, 0, 0);

        Wrong plus(Wrong other) {
            return new Wrong(
                    missing + other.missing,
                    neverSettled + other.neverSettled,
                    settledTwice + other.settledTwice,
                    wrongContent + other.wrongContent,
                    foreign + other.foreign,
                    denied + other.denied,
                    reordered + other.reordered);
        }

        boolean isNothing() {
            return equals(NOTHING);
        }
    }

    // ---- for the writer ----

    /** The next number, or -1 if the ledger is full. */
    int next() {
        return begun < fates.length() ? begun : -1;
    }

    /**
     * The mutation with the last number from {@link #next} is about to be passed to the client, which may report its
     * outcome from now on.
     */
    void begin(int number) {
        begun = number + 1;
    }

    /** The client has accepted it. */
    void accepted(int number, int millis) {
        acceptedAt.set(number, millis);
    }

    /**
     * The next mutation is for a row that was not written before, since a mutator does not know what another one still
     * holds for a row.
     */
    void beginRows() {
        while (ordered && begun % BLOCK != 0 && begun < fates.length()) {
            int unused = fates.getAndUpdate(begun, fate -> fate | SKIPPED);
            begun++;
        }
    }

    // ---- outcomes ----

    void settled(int number, @Nullable Throwable error) {
        int fate = error == null ? ACKNOWLEDGED : FAILED | (isNotApplied(error) ? NOT_APPLIED : 0);
        int unused = fates.addAndGet(number, fate);
        if (error != null) {
            String text = error.getClass().getSimpleName();
            synchronized (errors) {
                int many = errors.merge(text, 1, Integer::sum);
            }
        }
    }

    private static boolean isNotApplied(Throwable error) {
        return error instanceof RetriesExhaustedException exhausted
                ? !exhausted.mayHaveBeenApplied()
                : error instanceof BufferFullException;
    }

    /** A close has returned the mutation as unacknowledged. */
    void handedBack(int number, boolean maybeApplied) {
        mark(number, HANDED_BACK | (maybeApplied ? 0 : NOT_APPLIED));
    }

    /**
     * A request has timed out that may have contained any of the pending mutations: the server may apply them late,
     * once more.
     */
    void timedOut() {
        for (int number = 0; number < begun; number++) {
            if ((fates.get(number) & SETTLED) == 0) {
                mark(number, TIMED_OUT);
            }
        }
    }

    private void mark(int number, int flag) {
        int unused = fates.updateAndGet(number, fate -> fate | flag);
    }

    Map<String, Integer> errors() {
        synchronized (errors) {
            return new TreeMap<>(errors);
        }
    }

    // ---- rows and values ----

    private int rowNumber(int number) {
        return ordered ? number / BLOCK * ROWS + number % ROWS : number;
    }

    private int mixed(int number) {
        return (rowNumber(number) + 1) * SPREAD ^ writer * 0x85EBCA6B;
    }

    /** Rows of consecutive numbers are far apart, and begin with eight hexadecimal digits. */
    byte[] row(int number) {
        return String.format(Locale.ROOT, "%08x-%d-%d", mixed(number), writer, rowNumber(number))
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** The range of the row, in row order, from 0 to {@link #RANGES} - 1. */
    int range(int number) {
        return mixed(number) >>> Integer.SIZE - Integer.numberOfTrailingZeros(RANGES);
    }

    byte[] value(int number) {
        return values.of(writer, number);
    }

    /** The writer of this row, or -1 if no writer has it. */
    static int writerOf(byte[] row) {
        String[] parts = new String(row, StandardCharsets.US_ASCII).split("-", -1);
        return parts.length == 3 && parts[1].matches("\\d{1,6}") ? Integer.parseInt(parts[1]) : -1;
    }

    int writer() {
        return writer;
    }

    boolean wasAccepted(int number) {
        return number >= 0 && number < begun && (fates.get(number) & SKIPPED) == 0;
    }

    /** The row was found in the table with its value. */
    void found(int number) {
        mark(number, FOUND);
    }

    // ---- while it runs ----

    /** The time when the mutation with this number was accepted, or 0. */
    int acceptedAt(int number) {
        return acceptedAt.get(number);
    }

    /** Receives the number of a mutation that was accepted and has not settled. */
    interface Pending {
        void accept(int number);
    }

    /** Iterates over pending mutations. For use by one thread. */
    void forEachPending(Pending consumer) {
        int end = begun;
        boolean first = true;
        for (int number = firstPending; number < end; number++) {
            if ((fates.get(number) & SETTLED) == 0) {
                if (first) {
                    firstPending = number;
                    first = false;
                }
                if (acceptedAt.get(number) != 0) {
                    consumer.accept(number);
                }
            }
        }
        firstPending = first ? end : firstPending;
    }

    long pending() {
        long pending = 0;
        for (int number = 0; number < begun; number++) {
            pending += (fates.get(number) & SETTLED) == 0 ? 1 : 0;
        }
        return pending;
    }

    // ---- the verdict after all rows of the table have been seen ----

    /** The last acknowledged number of a row, and the one that was found; -1 for none. */
    private record RowFate(int lastAcknowledged, int found) {}

    private RowFate rowFate(int row) {
        int step = ordered ? ROWS : 1;
        int first = ordered ? row / ROWS * BLOCK + row % ROWS : row;
        int end = Math.min(begun, ordered ? first - row % ROWS + BLOCK : first + 1);
        int acknowledged = -1;
        int found = -1;
        for (int number = first; number < end; number += step) {
            int fate = fates.get(number);
            acknowledged = (fate & BYTE) > 0 ? number : acknowledged;
            found = (fate & FOUND) != 0 ? number : found;
        }
        return new RowFate(acknowledged, found);
    }

    private int rows() {
        return ordered ? (begun + BLOCK - 1) / BLOCK * ROWS : begun;
    }

    /** Ranges of acknowledged numbers that are missing, with the times when they were accepted. */
    List<String> missing() {
        List<String> stretches = new ArrayList<>();
        int first = -1;
        int last = -1;
        int many = 0;
        for (int row = 0; row < rows(); row++) {
            RowFate fate = rowFate(row);
            if (fate.found < 0 && fate.lastAcknowledged >= 0) {
                first = many == 0 ? fate.lastAcknowledged : first;
                last = fate.lastAcknowledged;
                many++;
            }
            if (many > 0 && (row == rows() - 1 || rowNumber(last) < row - BLOCK)) {
                stretches.add(String.format(
                        Locale.ROOT,
                        "missing: %d of writer %d, numbers %d to %d, accepted at %.1f to %.1f s",
                        many,
                        writer,
                        first,
                        last,
                        acceptedAt(first) / 1e3,
                        acceptedAt(last) / 1e3));
                many = 0;
            }
        }
        return stretches;
    }

    /** Returns the counts over all numbers. */
    Count count() {
        Count count = Count.NONE;
        for (int number = 0; number < begun; number++) {
            if (wasAccepted(number)) {
                count = count.plus(count(fates.get(number)));
            }
        }
        long missing = 0;
        long reordered = 0;
        for (int row = 0; row < rows(); row++) {
            RowFate fate = rowFate(row);
            missing += fate.lastAcknowledged >= 0 && fate.found < 0 ? 1 : 0;
            reordered += isReordered(fate) ? 1 : 0;
        }
        return count.plus(new Count(0, 0, 0, 0, new Wrong(missing, 0, 0, 0, 0, 0, reordered)));
    }

    /** Not if the found mutation failed or was in a request that timed out, since a server may still apply it later. */
    private boolean isReordered(RowFate row) {
        if (row.found < 0 || row.found >= row.lastAcknowledged) {
            return false;
        }
        int fate = fates.get(row.found);
        return (fate & BYTE) > 0 && (fate & TIMED_OUT) == 0;
    }

    private static Count count(int fate) {
        int acks = fate & BYTE;
        int failures = fate >>> 8 & BYTE;
        boolean found = (fate & FOUND) != 0;
        boolean twice = acks + failures > 1 || acks > 0 && (fate & HANDED_BACK) != 0;
        return new Count(
                1,
                acks > 0 ? 1 : 0,
                failures > 0 ? 1 : 0,
                found ? 1 : 0,
                new Wrong(
                        0,
                        acks + failures == 0 ? 1 : 0,
                        twice ? 1 : 0,
                        0,
                        0,
                        found && (fate & NOT_APPLIED) != 0 ? 1 : 0,
                        0));
    }
}
