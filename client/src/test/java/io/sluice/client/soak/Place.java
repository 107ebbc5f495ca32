package io.sluice.client.soak;

import java.time.Duration;

/**
 * Rows that share a fate: in every table those of one region, which one server has. The scenario says here what it does to
 * that server, and the observer expects nothing of a place in trouble.
 */
final class Place {
    private static final long NEVER = Long.MAX_VALUE;

    private final String name;
    private final char rowPrefix;
    private final String rowSuffix;
    private final int valueBytes;
    /** Since when nothing is wrong, so that mutations must arrive in time. */
    private volatile long promptSince;
    /** Since when mutations must not fail, however long they take. */
    private volatile long soundSince;

    /** A place where nothing is wrong. */
    Place(String name, char rowPrefix) {
        this(name, rowPrefix, "", 0);
    }

    /**
     * Certain rows of a region.
     *
     * @param rowSuffix at the end of each row
     * @param valueBytes size of each value, 0 if it does not matter
     */
    Place(String name, char rowPrefix, String rowSuffix, int valueBytes) {
        this.name = name;
        this.rowPrefix = rowPrefix;
        this.rowSuffix = rowSuffix;
        this.valueBytes = valueBytes;
        promptSince = Long.MIN_VALUE;
        soundSince = Long.MIN_VALUE;
    }

    /** A row of it. */
    String row(String name) {
        return rowPrefix + "-" + name + rowSuffix;
    }

    /** Size of each value, 0 if it does not matter. */
    int valueBytes() {
        return valueBytes;
    }

    /** Nothing is expected from now on. */
    void trouble() {
        promptSince = NEVER;
        soundSince = NEVER;
    }

    /** From now on mutations may take long but must not fail. */
    void slow() {
        promptSince = NEVER;
    }

    /** Nothing is wrong any more; what is written after the grace period is expected to arrive. */
    void heal(Duration grace) {
        long from = Moment.now() + grace.toNanos();
        promptSince = from;
        soundSince = Math.min(soundSince, from);
    }

    /** Whether all was well here from the moment on until now. */
    boolean isPromptSince(long moment) {
        return promptSince <= moment;
    }

    /** Whether nothing may have failed here from the moment on until now. */
    boolean isSoundSince(long moment) {
        return soundSince <= moment;
    }

    @Override
    public String toString() {
        return name;
    }
}
