package io.sluice.loader.write;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts rows whose key an earlier row had. Remembers the hash of one key for each of a million slots, so it finds fewer
 * than there are in an input of more keys, and never more. Thread-safe.
 */
final class RepeatedKeys {
    private static final int SLOTS = 1 << 20;
    private static final long FNV_START = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final AtomicLongArray hashes = new AtomicLongArray(SLOTS);
    private final LongAdder repeated = new LongAdder();

    void add(byte[] key) {
        long hash = hash(key);
        int slot = (int) ((hash ^ hash >>> 32) & (SLOTS - 1));
        if (hashes.getAndSet(slot, hash) == hash) {
            repeated.increment();
        }
    }

    /** Returns how many were found. */
    long found() {
        return repeated.sum();
    }

    /** FNV-1a of 64 bits; 0 is an empty slot. */
    private static long hash(byte[] key) {
        long hash = FNV_START;
        for (byte b : key) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return hash == 0 ? 1 : hash;
    }
}
