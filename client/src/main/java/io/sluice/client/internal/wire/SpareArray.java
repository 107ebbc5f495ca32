package io.sluice.client.internal.wire;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An array that is reused, so that not every request allocates one. A thread that finds it taken gets a new one. Safe for use
 * by many threads.
 */
final class SpareArray {
    /** Largest array that is kept: enough for the messages of twenty thousand mutations. */
    private static final int MAX_KEPT_BYTES = 256 * 1024;

    private final AtomicReference<byte @Nullable []> spare = new AtomicReference<>();

    /** An array of at least this length with any content, for the caller alone until it is {@link #giveBack given back}. */
    byte[] take(int length) {
        byte[] kept = spare.getAndSet(null);
        if (kept != null && kept.length >= length) {
            return kept;
        }
        // A power of two, so that slowly growing requests do not each need a new one.
        return new byte[length <= MAX_KEPT_BYTES ? Math.max(1, Integer.highestOneBit(length - 1) << 1) : length];
    }

    void giveBack(byte[] array) {
        if (array.length <= MAX_KEPT_BYTES) {
            spare.set(array);
        }
    }
}
