package io.sluice.internal.batch;

import io.sluice.Bytes;
import io.sluice.FailedMutation;
import io.sluice.Mutation;
import io.sluice.RegionMovedEvent;
import io.sluice.RegionMovedException;
import io.sluice.RetryEvent;
import io.sluice.ServerName;
import io.sluice.internal.jfr.Jfr;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.retry.AttemptHistory;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports the fate of entries, and makes events of it if there is a listener; costs a call or two if there is none. */
final class BatchEvents {
    private final BatchObserver observer;
    private final CachingRegionLocator locator;

    BatchEvents(BatchObserver observer, CachingRegionLocator locator) {
        this.observer = observer;
        this.locator = locator;
    }

    /** Entries that failed alike will be sent again. */
    void retried(Batch batch, Failures.Group group, long pauseNanos) {
        if (Jfr.recordsRetries()) {
            recordRetry(batch, group, pauseNanos);
        }
        if (!observer.hasListeners()) {
            return;
        }
        RegionLocation region = group.region();
        RetryEvent event = new RetryEvent(
                batch.table(),
                region == null ? null : nameOf(region),
                group.history().latest().server(),
                group.entries().length,
                group.history().counted(),
                group.error(),
                Duration.ofNanos(pauseNanos));
        observer.tell(listener -> listener.onRetry(event));
    }

    private static void recordRetry(Batch batch, Failures.Group group, long pauseNanos) {
        RegionLocation region = group.region();
        ServerName server = group.history().latest().server();
        Jfr.Retry.tell(
                batch.table().toString(),
                region == null ? null : nameOf(region),
                server == null ? null : server.getHostAndPort(),
                group.entries().length,
                group.history().counted(),
                pauseNanos,
                group.error());
    }

    /** An entry has failed; its blocks are still there. */
    void failed(Batch batch, int entry, Throwable error) {
        observer.failed(error);
        if (!observer.hasListeners()) {
            return;
        }
        AttemptHistory attempts = batch.attempts(entry);
        List<Mutation> mutations = batch.isVoid(entry) ? List.of() : EntryDecoder.mutations(batch, entry);
        FailedMutation event = new FailedMutation(
                batch.table(),
                mutations,
                region(batch, entry),
                attempts == null ? null : attempts.latest().server(),
                attempts == null ? 0 : attempts.counted(),
                error);
        observer.tell(listener -> listener.onMutationFailed(event));
    }

    private @Nullable String region(Batch batch, int entry) {
        RegionMap map = locator.regions(batch.table());
        int region = batch.isVoid(entry) ? -1 : batch.locate(entry, map);
        return region < 0 ? null : nameOf(map.region(region));
    }

    private static String nameOf(RegionLocation region) {
        return Bytes.toStringBinary(region.regionName());
    }

    /** A region was not where the request expected it. */
    void moved(RegionLocation region, Throwable cause) {
        if (!observer.hasListeners()) {
            return;
        }
        @Nullable ServerName to = cause instanceof RegionMovedException moved ? moved.getServerName() : null;
        RegionMovedEvent event = new RegionMovedEvent(region.table(), nameOf(region), region.server(), to, cause);
        observer.tell(listener -> listener.onRegionMoved(event));
    }
}
