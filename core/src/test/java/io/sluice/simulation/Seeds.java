package io.sluice.simulation;

import java.lang.reflect.Field;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The engine draws the jitter of pauses and nonces from {@link ThreadLocalRandom}, which cannot be given a seed but in its
 * field of the thread.
 */
final class Seeds {
    private static final Field SEED = field("threadLocalRandomSeed");
    private static final Field NUMBER = field("tid");

    /** Of a thread that runs a simulation. */
    private static final long THREAD_NUMBER = 1_000_003;

    private Seeds() {}

    private static Field field(String name) {
        try {
            Field field = Thread.class.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Gives a thread that has not started a number: {@link ThreadLocalRandom} adds it to its seed at each step. */
    static void number(Thread thread) {
        try {
            NUMBER.setLong(thread, THREAD_NUMBER);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static void ofThisThread(long seed) {
        ThreadLocalRandom unused = ThreadLocalRandom.current();
        try {
            SEED.setLong(Thread.currentThread(), seed);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
