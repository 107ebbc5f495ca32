package io.sluice.internal.flow;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.internal.flow.RequestWindow.AnswerReport;
import io.sluice.internal.flow.RequestWindow.Verdict;
import io.sluice.internal.flow.RequestWindow.WindowState;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many requests one server gets at a time. From {@value #START} on, the size is found by trial: now and then twice as many
 * or half as many are sent, and the smaller size is kept unless the larger one brings the server to do clearly more. A server
 * that has no processor to spare answers twice as many requests in twice the time, or worse. If several clients keep it busy,
 * each gets more by sending more, at the expense of the others. So what counts is the work that the server does for all
 * connections of this process. Those of other processes are not known, so a gain of less than half of what was added does not
 * count.
 *
 * <p>A server's rate is the number of requests that it has divided by the latency (Little's law): the size of this window, if
 * it is always full, and the requests of the other connections. So only answers count that came while it was full, and whose
 * requests were sent since the last change. Below {@value #START}, it grows by one for each window of good answers.
 *
 * <p>It is halved when the server is overloaded: when it says so, when it does not answer, when answers take several times as
 * long as usual, or when it reports a region under pressure. Bad outcomes of requests that were sent before the last shrinking
 * carry no new information and are ignored. Safe for use by many threads.
 */
final class WindowSize {
    private static final int START = 2;

    /** More requests are kept in flight if the server does at least this part of the increase more. */
    private static final double WORTH = 0.5;

    /** Answers that count for a trial, and whose mean is compared: single ones differ several times. */
    private static final int SAMPLE = 64;

    /** A small window, whose answers come slowly, is compared after this many times its size. */
    private static final int SAMPLE_ROUNDS = 16;

    /** From this many answers on, a trial of more ends if the server does no more than before. */
    private static final int FEWEST = 16;

    /** Answers between two trials: at first, and at most. Doubles with each trial that changes nothing. */
    private static final int FIRST_REST = 64;

    private static final int LONGEST_REST = 4096;

    /** And the longest time, as a server that answers slowly may have recovered. */
    private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The part of the window that stays when the server is overloaded, and when it is nearly so. */
    private static final double HALF = 0.5;

    private static final double GENTLY = 0.75;

    /** Below this an answer is never slow: a write-ahead log on a busy disk takes as long. */
    private static final long NEVER_SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Several times as long as usual is slow. */
    private static final double SLOW = 4;

    private static final double AVERAGE_WEIGHT = 1.0 / 32;
    private static final int SAMPLES_BEFORE_JUDGING = 16;

    /** Weight of one answer in the latency that is shown: about the last eight count. */
    private static final double LATENCY_WEIGHT = 1.0 / 8;

    /** A request takes time for itself and for its bytes: this many bytes take as long as the request itself. */
    private static final double BYTES_OF_ONE_TIME = 128 << 10;

    /** Pressure in percent from which on the window does not grow, and from which on it shrinks. */
    private static final int STAY_PRESSURE = 75;

    private static final int SHRINK_PRESSURE = 90;

    private final int max;
    private final boolean adaptive;
    private final ReentrantLock lock = new ReentrantLock();

    /** Written under the lock. */
    private volatile int size;

    @GuardedBy("lock") private double exact;

    @GuardedBy("lock") private double averageNanos;

    @GuardedBy("lock") private int samples;

    @GuardedBy("lock") private boolean shrunk;

    @GuardedBy("lock") private long shrunkAtNanos;

    /** When the size last changed, if it ever has. */
    @GuardedBy("lock") private boolean changed;

    @GuardedBy("lock") private long changedAtNanos;

    /** Of the answers that count for the present size: how many, and how long the last ones took on average, for their bytes. */
    @GuardedBy("lock") private int counted;

    @GuardedBy("lock") private double countedNanos;

    /** And how many requests of other connections the server had meanwhile, on average. */
    @GuardedBy("lock") private double countedOthers;

    /** Good answers that did not count because the window was not full. */
    @GuardedBy("lock") private int unfilled;

    /** How many answers count before the next trial, and whether that one goes up. */
    @GuardedBy("lock") private int rest;

    @GuardedBy("lock") private boolean nextIsUp = true;

    /** During a trial: the size to go back to, 0 for no trial, and its latency. */
    @GuardedBy("lock") private int before;

    @GuardedBy("lock") private double beforeNanos;

    /** And how many requests the server had in all. */
    @GuardedBy("lock") private double beforeInFlight;

    // What is known of the server, for display. Written under the lock.
    private volatile long latencyNanos;
    private volatile int pressure;
    private volatile int troubles;

    private WindowSize(int size, int max, boolean adaptive) {
        this.max = max;
        this.adaptive = adaptive;
        this.size = size;
        exact = size;
    }

    static WindowSize fixed(int size) {
        return new WindowSize(size, size, false);
    }

    /** One that adapts between 1 and a number of requests. */
    static WindowSize upTo(int max) {
        return new WindowSize(Math.min(START, max), max, true);
    }

    int size() {
        return size;
    }

    /**
     * @param full whether the window was used in full, so that a larger one would have been used, too
     * @param others requests of other connections of this process that are in flight to the server
     */
    void answered(AnswerReport answer, boolean full, int others) {
        lock.lock();
        try {
            note(answer);
            if (!adaptive) {
                return;
            }
            if (answer.verdict() == Verdict.OVERLOADED) {
                shrink(HALF, answer);
            } else if (answer.verdict() == Verdict.WELL) {
                judge(answer, full, others);
            }
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Under the lock; volatile for readers.
    @GuardedBy("lock") private void note(AnswerReport answer) {
        if (answer.verdict() == Verdict.OVERLOADED) {
            troubles++;
        } else if (answer.verdict() == Verdict.WELL) {
            long tookNanos = answer.atNanos() - answer.sentNanos();
            long known = latencyNanos;
            latencyNanos = known == 0 ? tookNanos : known + (long) ((tookNanos - known) * LATENCY_WEIGHT);
            pressure = answer.pressure();
            troubles = 0;
        }
    }

    /** Its current state, with these numbers of requests. */
    WindowState state(int inFlight, int waiting) {
        return new WindowState(size, inFlight, waiting, latencyNanos, pressure, troubles);
    }

    @GuardedBy("lock") private void judge(AnswerReport answer, boolean full, int others) {
        long tookNanos = answer.atNanos() - answer.sentNanos();
        double nanos = Math.max(1, tookNanos) / (1 + answer.bytes() / BYTES_OF_ONE_TIME);
        boolean slow = samples >= SAMPLES_BEFORE_JUDGING && tookNanos > NEVER_SLOW_NANOS && nanos > SLOW * averageNanos;
        averageNanos = samples == 0 ? nanos : averageNanos + (nanos - averageNanos) * AVERAGE_WEIGHT;
        samples = Math.min(samples + 1, SAMPLES_BEFORE_JUDGING);
        if (slow) {
            shrink(HALF, answer);
        } else if (answer.pressure() >= SHRINK_PRESSURE) {
            shrink(GENTLY, answer);
        } else if (answer.pressure() < STAY_PRESSURE) {
            grow(answer, nanos, full, others);
        } else if (isTryingMore() && answer.sentNanos() - changedAtNanos >= 0) {
            goBack(answer);
        }
    }

    @GuardedBy("lock") private void grow(AnswerReport answer, double nanos, boolean full, int others) {
        if (size < Math.min(START, max)) {
            if (full) {
                set(Math.min(max, exact + 1 / exact));
            }
        } else if (max > START && (!changed || answer.sentNanos() - changedAtNanos >= 0)) {
            if (full) {
                counted++;
                countedNanos += (nanos - countedNanos) / Math.min(counted, SAMPLE);
                countedOthers += (others - countedOthers) / Math.min(counted, SAMPLE);
                decide(answer);
            } else if (isTryingMore() && ++unfilled >= SAMPLE) {
                goBack(answer);
            }
        }
    }

    @GuardedBy("lock") private void decide(AnswerReport answer) {
        int rounds = 2 * size;
        if (counted < Math.max(Math.min(SAMPLE, SAMPLE_ROUNDS * size), rounds)) {
            if (isTryingMore() && counted >= Math.max(FEWEST, rounds) && gain() < 1) {
                goBack(answer);
            }
        } else if (before != 0) {
            endTrial(answer);
        } else if (counted >= rest || (changed && answer.atNanos() - changedAtNanos >= LONGEST_REST_NANOS)) {
            beginTrial(answer);
        }
    }

    @GuardedBy("lock") private boolean isTryingMore() {
        return before != 0 && size > before;
    }

    @GuardedBy("lock") private void beginTrial(AnswerReport answer) {
        boolean up = size < max && (size <= START || nextIsUp);
        nextIsUp = !up;
        before = size;
        beforeNanos = countedNanos;
        beforeInFlight = size + countedOthers;
        change(up ? Math.min(max, 2 * size) : Math.max(START, size / 2), answer);
    }

    /** How many times as much the server does with the larger size of the trial as with the smaller one. */
    @GuardedBy("lock") private double gain() {
        return more() * (isTryingMore() ? beforeNanos / countedNanos : countedNanos / beforeNanos);
    }

    /** How many times as many requests the server has with the larger size as with the smaller one. */
    @GuardedBy("lock") private double more() {
        double inFlight = size + countedOthers;
        return isTryingMore() ? inFlight / beforeInFlight : beforeInFlight / inFlight;
    }

    /** Keeps the new size and tries the next one in this direction, or goes back. */
    @GuardedBy("lock") private void endTrial(AnswerReport answer) {
        boolean up = isTryingMore();
        // If the others sent less meanwhile, the trial shows nothing, and the smaller size is kept until the next one.
        boolean largerIsWorthIt = more() > 1 && gain() >= 1 + WORTH * (more() - 1);
        if (largerIsWorthIt != up) {
            goBack(answer);
            return;
        }
        before = 0;
        nextIsUp = up;
        if (up ? size < max : size > START) {
            beginTrial(answer);
        } else {
            rest = FIRST_REST;
            counted = 0;
        }
    }

    @GuardedBy("lock") private void goBack(AnswerReport answer) {
        int back = before;
        before = 0;
        rest = longerRest();
        change(back, answer);
    }

    @GuardedBy("lock") private int longerRest() {
        return Math.min(Math.max(2 * rest, FIRST_REST), LONGEST_REST);
    }

    @GuardedBy("lock") private void change(double to, AnswerReport answer) {
        changed = true;
        changedAtNanos = answer.atNanos();
        counted = 0;
        countedNanos = 0;
        countedOthers = 0;
        unfilled = 0;
        set(to);
    }

    @GuardedBy("lock") private void shrink(double factor, AnswerReport answer) {
        if (shrunk && answer.sentNanos() - shrunkAtNanos <= 0) {
            return;
        }
        shrunk = true;
        shrunkAtNanos = answer.atNanos();
        boolean tried = isTryingMore();
        double most = tried ? before : max;
        rest = tried ? longerRest() : FIRST_REST;
        before = 0;
        nextIsUp = true;
        change(Math.max(1, Math.min(most, exact * factor)), answer);
    }

    @GuardedBy("lock") private void set(double value) {
        exact = value;
        // A sum of fractions of one may miss the whole number by a rounding error.
        size = (int) (value + 1e-9);
    }
}
