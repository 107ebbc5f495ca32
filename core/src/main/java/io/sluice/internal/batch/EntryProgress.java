package io.sluice.internal.batch;

import io.sluice.internal.retry.AttemptHistory;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What has been tried with the entries of one batch: their failed attempts, and whether a server may have seen them.
 *
 * <p>Only one party holds an entry at a time and writes its slots. {@link #abandon} and {@link #mayBeApplied} may be
 * called by another thread at any time.
 */
final class EntryProgress {
    static final byte NEVER_SENT = 0;
    private static final byte IN_FLIGHT = 1;
    private static final byte MAYBE_APPLIED = 2;

    private final Batch batch;
    /** Null until an entry fails for the first time. */
    private volatile @Nullable AttemptHistory @Nullable [] attempts;

    /** The error that unsettled entries fail with; null unless the batch is abandoned. */
    private volatile @Nullable Throwable abandonedWith;

    EntryProgress(Batch batch) {
        this.batch = batch;
    }

    /**
     * Notes that the entries of a request are about to be sent. Against {@link #abandon} on another thread this is
     * Dekker's algorithm: each side writes, fences, then reads what the other writes. So either the request sees that the
     * batch is abandoned and is not sent, or the abandoning thread sees its entries as exposed.
     *
     * @return false if the batch is abandoned; nothing may be sent then
     */
    boolean expose(ServerBatch request) {
        for (int i = 0; i < request.mutationCount(); i++) {
            int entry = request.mutation(i);
            if (batch.exposure(entry) != MAYBE_APPLIED) {
                batch.exposure(entry, IN_FLIGHT);
            }
        }
        VarHandle.fullFence();
        return abandonedWith == null;
    }

    /** Notes how the failed attempt of an exposed entry ended. */
    void unexpose(int entry, boolean maybeApplied) {
        if (maybeApplied) {
            batch.exposure(entry, MAYBE_APPLIED);
        } else if (batch.exposure(entry) == IN_FLIGHT) {
            batch.exposure(entry, NEVER_SENT);
        }
    }

    /**
     * Whether a server may have applied the entry: it is being sent now, its acknowledgement is on its way to its future,
     * or an attempt ended without an answer.
     */
    boolean mayBeApplied(int entry) {
        return batch.exposure(entry) != NEVER_SENT;
    }

    /** Keeps requests from being sent that are not under way yet. */
    void abandon(Throwable error) {
        abandonedWith = error;
        VarHandle.fullFence();
    }

    /** The error that the entries of an abandoned batch fail with, or null. */
    @Nullable Throwable abandonedWith() {
        return abandonedWith;
    }

    /** The failed attempts of an entry so far, or null. */
    @Nullable AttemptHistory attempts(int entry) {
        @Nullable AttemptHistory[] all = attempts;
        return all == null ? null : all[entry];
    }

    /** Notes a failed attempt. */
    void attempted(int entry, AttemptHistory history) {
        @Nullable AttemptHistory[] all = attempts;
        if (all == null) {
            // Requests of one batch may fail at the same time on different threads.
            synchronized (this) {
                all = attempts == null ? new AttemptHistory[batch.size()] : attempts;
                attempts = all;
            }
        }
        all[entry] = history;
    }

    /** Notes the failed attempt that these entries have in common. */
    void attempted(int[] entries, AttemptHistory history) {
        for (int entry : entries) {
            attempted(entry, history);
        }
    }
}
