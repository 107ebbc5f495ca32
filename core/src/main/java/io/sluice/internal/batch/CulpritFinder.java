package io.sluice.internal.batch;

import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.retry.ErrorMeaning;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Finds the culprits among mutations that failed together ({@link Runs}), by sending them again in halves; see
 * {@link Search} for what that costs. All parts of a run are sent at the same time, so the search takes as many round
 * trips as the run can be halved, eleven for 2,000 mutations.
 */
final class CulpritFinder {
    /** Seven levels of halving without finding an innocent. */
    static final int MOST_CUTS = 127;
    /** After searches that found only culprits, such as when all writes to a table are vetoed: four levels. */
    static final int LEAST_CUTS = 15;

    /** Two searches that end at the same time may overwrite each other's; the next one makes up for it. */
    private volatile int cuts = MOST_CUTS;

    /** The search that mutations with this history are part of, or a new one. */
    Search search(AttemptHistory history) {
        Search search = history.search();
        return search == null ? new Search(cuts) : search;
    }

    /** Two halves of mutations that failed together; none if the search has cost enough. */
    List<int[]> halves(Batch batch, int[] entries, Search search) {
        if (!search.tryCut()) {
            cuts = search.isFruitful() ? MOST_CUTS : LEAST_CUTS;
            return List.of();
        }
        if (search.isFruitful() && cuts < MOST_CUTS) {
            cuts = MOST_CUTS;
        }
        int middle = middle(batch, entries);
        return List.of(Arrays.copyOf(entries, middle), Arrays.copyOfRange(entries, middle, entries.length));
    }

    /**
     * Where to cut: about in the middle, and if possible between two rows, since the halves are under way at the same time
     * and mutations of one row must reach the server in their order.
     */
    private static int middle(Batch batch, int[] entries) {
        sortByRow(batch, entries);
        int middle = entries.length / 2;
        for (int distance = 0; distance <= middle; distance++) {
            if (isBorder(batch, entries, middle - distance)) {
                return middle - distance;
            }
            if (isBorder(batch, entries, middle + distance)) {
                return middle + distance;
            }
        }
        return middle;
    }

    private static void sortByRow(Batch batch, int[] entries) {
        int[] sorted = Arrays.stream(entries)
                .boxed()
                // Stable, so those of one row keep their order.
                .sorted(batch::compareRows)
                .mapToInt(Integer::intValue)
                .toArray();
        System.arraycopy(sorted, 0, entries, 0, entries.length);
    }

    private static boolean isBorder(Batch batch, int[] entries, int at) {
        return at > 0 && at < entries.length && batch.compareRows(entries[at - 1], entries[at]) != 0;
    }

    /** Records that a mutation was written. */
    static void written(Batch batch, int entry) {
        AttemptHistory past = batch.attempts(entry);
        Search search = past == null ? null : past.search();
        if (search != null) {
            search.innocentsFound();
        }
    }

    /**
     * The allowance of a search for the culprits among mutations that failed together. Shared by all parts into which they
     * have been cut, whose answers come on several threads.
     *
     * <p>A part that fails is cut in two. With {@code k} culprits among {@code n} mutations, at most {@code k * log2(n / k) +
     * k - 1} parts fail and are cut, each into two requests: 11 cuts for one culprit in 2,000, less than 50 for five. A
     * search among culprits only would cut {@code n - 1} times, so there is an allowance: each cut takes one, and each part
     * that is written adds some, which is enough as long as culprits are few.
     */
    static final class Search {
        private static final int CUTS_PER_FIND = 4;

        private final AtomicInteger cutsLeft;
        private volatile boolean fruitful;

        /** @param cuts allowed before the first of these mutations is written */
        private Search(int cuts) {
            cutsLeft = new AtomicInteger(cuts);
        }

        /** Takes one cut off the allowance; false if there is none left. */
        private boolean tryCut() {
            if (cutsLeft.getAndDecrement() > 0) {
                return true;
            }
            cutsLeft.getAndIncrement();
            return false;
        }

        /** Mutations that had failed with the others were written without them: the error was that of another mutation. */
        private void innocentsFound() {
            fruitful = true;
            cutsLeft.addAndGet(CUTS_PER_FIND);
        }

        /** Whether innocents have been found, so that it is certain that the error spreads. */
        boolean isFruitful() {
            return fruitful;
        }
    }

    /**
     * Finds which mutations of a request failed together, so that one may have caused the failure of the others: all of
     * them, if the whole call failed; else consecutive Puts and Deletes of one region, if each of them failed with the same
     * error. An Increment or Append is applied alone and ends such a run; {@code RowMutations} fail as one entry anyway.
     */
    static final class Runs {
        private final ServerBatch request;
        private final ServerBatchResult result;
        private final @Nullable Object whole;

        /** Position after the run that was looked at last. */
        private int end;

        private @Nullable Object run;

        Runs(ServerBatch request, ServerBatchResult result) {
            this.request = request;
            this.result = result;
            ErrorMeaning meaning = result.meaning();
            whole = meaning != null && meaning.maybeAnothers() ? new Object() : null;
        }

        /**
         * The run of the mutation at a position, one object for each run; null if its error is its own. To be asked for
         * positions in ascending order.
         */
        @Nullable Object at(int position, Slice slice) {
            if (result.failure() != null) {
                return whole;
            }
            if (position >= end) {
                scan(position, slice);
            }
            return run;
        }

        @SuppressWarnings("ReferenceEquality") // One exception in the answer is one object.
        private void scan(int from, Slice slice) {
            Throwable error = result.error(from);
            boolean together = !slice.atomic();
            end = from;
            while (end < slice.to() && isAppliedTogether(end)) {
                together &= result.error(end) == error;
                end++;
            }
            boolean several = end - from > 1;
            end = Math.max(end, from + 1);
            run = several && together && error != null && result.meaning(from).maybeAnothers() ? new Object() : null;
        }

        private boolean isAppliedTogether(int position) {
            MutationKind kind = request.batch().kind(request.mutation(position));
            return kind == MutationKind.PUT || kind == MutationKind.DELETE;
        }
    }
}
