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
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * One writer's mutations: for each what became of it, in one number. Rows and values follow from writer and number, so
 * that nothing else need be kept. Safe for use by the writer and the threads that complete futures.
 */
final class ChaosLedger {
    private static final int ACKNOWLEDGED = 1;
    private static final int FAILED = 1 << 8;
    private static final int FOUND = 1 << 16;
    private static final int NOT_APPLIED = 1 << 17;
    private static final int BYTE = 0xFF;
    private static final int SPREAD = 0x9E3779B1;

    private final int writer;
    private final AtomicIntegerArray fates;
    private volatile int accepted;

    /** Errors by class and text, some of each. For the one who prints them. */
    private final Map<String, Integer> errors = new TreeMap<>();

    ChaosLedger(int writer, int most) {
        this.writer = writer;
        fates = new AtomicIntegerArray(most);
    }

    /** Numbers in all ledgers together. */
    record Count(long accepted, long acknowledged, long failed, long found, Wrong wrong) {
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
     * What must not be.
     *
     * @param missing acknowledged and not in the table
     * @param neverSettled accepted and never told what became of it
     * @param settledTwice told twice
     * @param wrongContent in the table with another value than the one written
     * @param foreign in the table and never written
     * @param denied in the table, though the error said that it was not applied
     */
    record Wrong(long missing, long neverSettled, long settledTwice, long wrongContent, long foreign, long denied) {
        Wrong plus(Wrong other) {
            return new Wrong(
                    missing + other.missing,
                    neverSettled + other.neverSettled,
                    settledTwice + other.settledTwice,
                    wrongContent + other.wrongContent,
                    foreign + other.foreign,
                    denied + other.denied);
        }

        boolean isNothing() {
            return missing + neverSettled + settledTwice + wrongContent + foreign + denied == 0;
        }
    }

    /** The next number, or -1 if the ledger is full. For the writer. */
    int next() {
        return accepted < fates.length() ? accepted : -1;
    }

    /** The number that {@link #next} gave was accepted. Before this its outcome may be told already. */
    void accepted(int number) {
        accepted = number + 1;
    }

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

    Map<String, Integer> errors() {
        synchronized (errors) {
            return new TreeMap<>(errors);
        }
    }

    /** Rows of neighbouring numbers are far apart, and begin with a hexadecimal digit. */
    byte[] row(int number) {
        int mixed = (number + 1) * SPREAD ^ writer * 0x85EBCA6B;
        return String.format(Locale.ROOT, "%08x-%d-%d", mixed, writer, number).getBytes(StandardCharsets.US_ASCII);
    }

    byte[] value(int number) {
        CRC32 crc = new CRC32();
        crc.update(row(number));
        return String.format(Locale.ROOT, "%d/%d/%08x", writer, number, crc.getValue())
                .getBytes(StandardCharsets.US_ASCII);
    }

    int writer() {
        return writer;
    }

    boolean wasAccepted(int number) {
        return number >= 0 && number < accepted;
    }

    /** The row was found in the table with its value. */
    void found(int number) {
        int unused = fates.updateAndGet(number, fate -> fate | FOUND);
    }

    long pending() {
        long pending = 0;
        for (int number = 0; number < accepted; number++) {
            pending += (fates.get(number) & ~FOUND) == 0 ? 1 : 0;
        }
        return pending;
    }

    /** Stretches of numbers that were acknowledged and are missing, with the time at which a writer on time wrote them. */
    List<String> missing(int perSecond) {
        List<String> stretches = new ArrayList<>();
        int first = -1;
        int last = -1;
        int many = 0;
        for (int number = 0; number < accepted; number++) {
            int fate = fates.get(number);
            boolean isMissing = (fate & BYTE) > 0 && (fate & FOUND) == 0;
            if (isMissing) {
                first = many == 0 ? number : first;
                last = number;
                many++;
            }
            if (many > 0 && (number - last > perSecond || number == accepted - 1)) {
                stretches.add(String.format(
                        Locale.ROOT,
                        "missing: %d of writer %d, numbers %d to %d, about %.1f to %.1f s",
                        many,
                        writer,
                        first,
                        last,
                        (double) first / perSecond,
                        (double) last / perSecond));
                many = 0;
            }
        }
        return stretches;
    }

    /** What it says when all rows of the table have been seen. */
    Count count() {
        long acknowledged = 0;
        long failed = 0;
        long found = 0;
        long missing = 0;
        long never = 0;
        long twice = 0;
        long denied = 0;
        for (int number = 0; number < accepted; number++) {
            int fate = fates.get(number);
            int acks = fate & BYTE;
            int failures = fate >>> 8 & BYTE;
            boolean isFound = (fate & FOUND) != 0;
            acknowledged += acks > 0 ? 1 : 0;
            failed += failures > 0 ? 1 : 0;
            found += isFound ? 1 : 0;
            missing += acks > 0 && !isFound ? 1 : 0;
            never += acks + failures == 0 ? 1 : 0;
            twice += acks + failures > 1 ? 1 : 0;
            denied += isFound && (fate & NOT_APPLIED) != 0 ? 1 : 0;
        }
        return new Count(accepted, acknowledged, failed, found, new Wrong(missing, never, twice, 0, 0, denied));
    }
}
