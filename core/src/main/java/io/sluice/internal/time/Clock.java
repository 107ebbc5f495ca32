package io.sluice.internal.time;

/** The only way in which the engine reads time, so that tests can give it theirs. */
public interface Clock {
    /** A clock that never goes back, for distances. */
    long nanoTime();

    /** The time of day, for messages. */
    long currentTimeMillis();

    /** The JVM's clocks. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }

    /** The JVM's clocks. */
    enum SystemClock implements Clock {
        INSTANCE;

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
            return System.currentTimeMillis();
        }
    }
}
