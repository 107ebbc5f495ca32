package io.sluice.internal.batch;

import io.sluice.FailedMutation;
import io.sluice.Mutation;
import io.sluice.RegionMovedEvent;
import io.sluice.RegionMovedException;
import io.sluice.RetryEvent;
import io.sluice.ServerName;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.retry.AttemptHistory;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells of what becomes of entries, and makes events of it if somebody listens; costs a call or two where nobody does. */
final class BatchEvents {
    private final BatchObserver observer;

    BatchEvents(BatchObserver observer) {
        this.observer = observer;
    }

    /** Entries that failed alike will be sent again. */
    void retried(Batch batch, Failures.Group group, long pauseNanos) {
        if (!observer.hasListeners()) {
            return;
        }
        RegionLocation region = group.region();
        RetryEvent event = new RetryEvent(
                batch.table(),
                region == null ? null : region.toString(),
                group.history().latest().server(),
                group.entries().length,
                group.history().counted(),
                group.error(),
                Duration.ofNanos(pauseNanos));
        observer.tell(listener -> listener.onRetry(event));
    }

    /** An entry has failed; its blocks are still there. */
    void failed(Batch batch, int entry, Throwable error) {
        observer.failed(error);
        if (!observer.hasListeners()) {
            return;
        }
        AttemptHistory attempts = batch.progress().attempts(entry);
        List<Mutation> mutations = batch.isVoid(entry) ? List.of() : EntryDecoder.mutations(batch, entry);
        FailedMutation event =
                new FailedMutation(batch.table(), mutations, attempts == null ? 0 : attempts.counted(), error);
        observer.tell(listener -> listener.onMutationFailed(event));
    }

    /** A region was not where it was looked for. */
    void moved(RegionLocation region, Throwable cause) {
        if (!observer.hasListeners()) {
            return;
        }
        @Nullable ServerName to = cause instanceof RegionMovedException moved ? moved.getServerName() : null;
        RegionMovedEvent event = new RegionMovedEvent(region.table(), region.toString(), region.server(), to, cause);
        observer.tell(listener -> listener.onRegionMoved(event));
    }
}
