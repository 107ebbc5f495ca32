package io.sluice.client.internal.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.BitSet;

/**
 * Numbers the connections of this JVM that have meters, from 1, so that two of them in one registry are told apart. A number is
 * used again when its connection is closed: the tag has as many values as there are connections at a time.
 */
final class Ordinals {
    @GuardedBy("Ordinals.class") private static final BitSet TAKEN = new BitSet();

    private Ordinals() {}

    static synchronized int take() {
        int free = TAKEN.nextClearBit(1);
        TAKEN.set(free);
        return free;
    }

    static synchronized void giveBack(int ordinal) {
        TAKEN.clear(ordinal);
    }
}
