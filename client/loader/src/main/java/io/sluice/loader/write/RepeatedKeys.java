package io.sluice.loader.write;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts rows with the key of an earlier row. It has a million slots for the hash of a key each, so it may miss
 * repetitions in an input with more keys. Thread-safe.
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

    /** Returns the number found. */
    long found() {
        return repeated.sum();
    }

    /** 64-bit FNV-1a; 0 is an empty slot. */
    private static long hash(byte[] key) {
        long hash = FNV_START;
        for (byte b : key) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return hash == 0 ? 1 : hash;
    }
}
