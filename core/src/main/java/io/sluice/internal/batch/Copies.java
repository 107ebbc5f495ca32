package io.sluice.internal.batch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.internal.retry.AttemptHistory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The batches to which the last entries of a batch have been moved. Against {@link #abandon} on another thread the lock
 * decides: either that finds an entry in a copy, or the entry stays where it is. Under the lock some cells are copied;
 * nothing waits and no future completes.
 */
final class Copies {
    private final Batch batch;

    @GuardedBy("this") private final List<Batch> copies = new ArrayList<>(0);

    Copies(Batch batch) {
        this.batch = batch;
    }

    /**
     * Moves entries to a batch of their own, with all that is known of them; they settle there, and their outcomes count
     * in this batch as before. The caller holds the entries and has retained the batch, and calls {@link Batch#moved}
     * afterwards.
     *
     * @return the copy, with the entries in the same order, those that have settled left out; null if none is left or the
     *     batch is abandoned
     */
    synchronized @Nullable Batch moveOut(int[] entries) {
        if (batch.progress().isAbandoned()) {
            return null;
        }
        int[] left =
                Arrays.stream(entries).filter(entry -> !batch.isSettled(entry)).toArray();
        if (left.length == 0) {
            return null;
        }
        Batch copy = new Batch(batch, BatchMemory.copyOf(batch, left), left.length);
        for (int i = 0; i < left.length; i++) {
            AttemptHistory past = batch.progress().attempts(left[i]);
            if (past != null) {
                copy.progress().attempted(i, past);
            }
            Object receiver = batch.takeReceiver(left[i]);
            if (receiver == null) {
                throw new IllegalStateException("an entry has settled while somebody else held it");
            }
            copy.columns(i).receivers[i] = receiver;
        }
        copies.add(copy);
        return copy;
    }

    /** Keeps requests from being sent that are not under way yet. Returns the copies, which are abandoned, too. */
    List<Batch> abandon(Throwable error) {
        List<Batch> all;
        synchronized (this) {
            batch.progress().abandon(error);
            all = List.copyOf(copies);
        }
        all.forEach(copy -> copy.progress().abandon(error));
        return all;
    }
}
