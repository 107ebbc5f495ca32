package io.sluice.internal.retry;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The allowance of a search for the culprits among mutations that failed together. Shared by all parts into which they have
 * been cut, whose answers come on several threads.
 *
 * <p>A part that fails is cut in two. With {@code k} culprits among {@code n} mutations, at most {@code k * log2(n / k) +
 * k - 1} parts fail and are cut, each into two requests: 11 cuts for one culprit in 2,000, less than 50 for five. A search
 * among culprits only would cut {@code n - 1} times, so there is an allowance: each cut takes one, and each part that is
 * written adds some, which is enough as long as culprits are few.
 */
public final class CulpritSearch {
    private static final int CUTS_PER_FIND = 4;

    private final AtomicInteger cutsLeft;
    private volatile boolean fruitful;

    /** @param cuts allowed before the first of these mutations is written */
    public CulpritSearch(int cuts) {
        cutsLeft = new AtomicInteger(cuts);
    }

    /** Takes one cut off the allowance; false if there is none left. */
    public boolean tryCut() {
        if (cutsLeft.getAndDecrement() > 0) {
            return true;
        }
        cutsLeft.getAndIncrement();
        return false;
    }

    /** Mutations that had failed with the others were written without them: the error was that of another mutation. */
    public void innocentsFound() {
        fruitful = true;
        cutsLeft.addAndGet(CUTS_PER_FIND);
    }

    /** Whether innocents have been found, so that it is certain that the error spreads. */
    public boolean isFruitful() {
        return fruitful;
    }
}
