package io.sluice.internal.batch;

import io.sluice.Bytes;
import io.sluice.FailedMutation;
import io.sluice.FlushEvent;
import io.sluice.Mutation;
import io.sluice.MutatorListener;
import io.sluice.MutatorState;
import io.sluice.RegionMovedEvent;
import io.sluice.RegionMovedException;
import io.sluice.RetryEvent;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.jfr.Jfr;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.metrics.TableNumbers;
import io.sluice.internal.trace.BatchTrace;
import io.sluice.internal.trace.RequestTrace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what becomes of a mutator's mutations, and reports it to listeners, the flight recorder and tracing. Called on the
 * threads that send and complete mutations; events are made only if there is a listener.
 */
public final class MutatorStats {
    private static final Logger LOG = LoggerFactory.getLogger(MutatorStats.class);

    private final CachingRegionLocator locator;
    private final List<ListenerQueue> listeners;
    /** Of the table: the sums of all its mutators. Those below are this mutator's own. */
    private final TableNumbers numbers;

    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder retried = new LongAdder();

    /** @param locator names the region of a mutation that failed */
    public MutatorStats(CachingRegionLocator locator, List<MutatorListener> listeners, TableNumbers numbers) {
        this.locator = locator;
        this.listeners = listeners.stream().map(ListenerQueue::new).toList();
        this.numbers = numbers;
    }

    public TableNumbers numbers() {
        return numbers;
    }

    /** Whether there is a listener for {@link #tell}; if not, events need not be made. */
    public boolean hasListeners() {
        return !listeners.isEmpty();
    }

    /**
     * Hands an event to the listeners, which receive it later on threads of their own.
     *
     * @param event made before this call: the batch may be gone when listeners receive it
     */
    public void tell(Consumer<MutatorListener> event) {
        listeners.forEach(listener -> listener.add(event));
    }

    /** No more events will come; those on their way are still delivered. */
    public void end() {
        listeners.forEach(ListenerQueue::end);
    }

    /** A batch has left its buffer. */
    void sent(Batch batch) {
        numbers.flushed(batch.flushReason(), batch.size(), batch.bytes());
        if (hasListeners()) {
            FlushEvent event = new FlushEvent(batch.table(), batch.flushReason(), batch.size(), batch.bytes());
            tell(listener -> listener.onFlush(event));
        }
        follow(batch);
    }

    /** Reports the beginning and the end to the flight recorder and to tracing, if they are on. */
    private static void follow(Batch batch) {
        if (Jfr.recordsFlushes()) {
            Jfr.Flush event = Jfr.Flush.begun(
                    batch.table().toString(), batch.flushReason().name(), batch.size(), batch.bytes());
            batch.whenSettled(() -> event.settled(batch.failures()));
        }
        BatchTrace trace = batch.trace();
        if (trace != null) {
            trace(batch, trace);
        }
    }

    private static void trace(Batch batch, BatchTrace trace) {
        try {
            trace.sent(new BatchTrace.Flush(batch.table(), batch.flushReason().name(), batch.size(), batch.bytes()));
            batch.whenSettled(() -> trace.settled(batch.failures()));
        } catch (RuntimeException e) {
            // A tracing system may throw; the batch is sent nevertheless.
            LOG.warn("a flush could not be traced", e);
        }
    }

    /**
     * A request is about to be sent. Reports it and its outcome to the flight recorder and to tracing, if they are on.
     *
     * @return receives the outcome in place of {@code answer}, and passes it on
     */
    BatchSender.Answer requested(ServerBatch request, BatchSender.Answer answer) {
        int mutations = request.mutationCount();
        numbers.requested(mutations, request.bytes());
        BatchTrace trace = request.batch().trace();
        boolean recorded = Jfr.recordsMultis();
        if (trace == null && !recorded) {
            return answer;
        }
        Watched watched = watch(request, trace, recorded);
        return result -> {
            // Before the answer: afterwards the batch may be gone, and its receivers notified.
            try {
                watched.answered(mutations, result);
            } catch (RuntimeException e) {
                LOG.warn("the end of a request could not be recorded", e);
            }
            answer.complete(result);
        };
    }

    /** A tracing system may throw; the request is sent nevertheless. */
    private static Watched watch(ServerBatch request, @Nullable BatchTrace trace, boolean recorded) {
        TableName table = request.batch().table();
        int mutations = request.mutationCount();
        // A region has several slices if some of its mutations are atomic.
        int regions =
                (int) request.slices().stream().map(Slice::region).distinct().count();
        AttemptHistory past = request.batch().attempts(request.mutation(0));
        int attempt = past == null ? 1 : past.counted() + 1;
        String address = request.server().getHostAndPort();
        Jfr.Multi event = recorded
                ? Jfr.Multi.begun(table.toString(), address, regions, mutations, request.bytes(), attempt)
                : null;
        if (trace == null) {
            return new Watched(event, null);
        }
        try {
            RequestTrace span =
                    trace.request(new BatchTrace.Request(table, request.server(), regions, mutations, attempt));
            request.carry(span.headers());
            return new Watched(event, span);
        } catch (RuntimeException e) {
            LOG.warn("a request could not be traced", e);
            return new Watched(event, null);
        }
    }

    /** Notified of the end of a request. */
    private record Watched(
            Jfr.@Nullable Multi event, @Nullable RequestTrace span) {

        void answered(int mutations, ServerBatchResult result) {
            int failures = 0;
            @Nullable Throwable error = null;
            for (int position = 0; !result.isAcknowledged() && position < mutations; position++) {
                Throwable failed = result.error(position);
                if (failed != null) {
                    failures++;
                    error = error == null ? failed : error;
                }
            }
            if (event != null) {
                event.answered(failures, error);
            }
            if (span != null) {
                span.answered(failures, error);
            }
        }
    }

    /** Entries of a batch have settled; called after their futures are complete. */
    void settled(int newlyAcknowledged, int newlyFailed) {
        acknowledged.add(newlyAcknowledged);
        numbers.acknowledged(newlyAcknowledged);
        if (newlyFailed > 0) {
            failed.add(newlyFailed);
        }
    }

    /** Entries will be sent again, since they have failed with this error. */
    void retried(int count, Throwable error) {
        retried.add(count);
        numbers.retried(count, error);
    }

    /** Entries that failed alike will be sent again. */
    void retried(Batch batch, Failures.Group group, long pauseNanos) {
        int count = group.entries().length;
        retried(count, group.error());
        if (!Jfr.recordsRetries() && !hasListeners()) {
            return;
        }
        String region = group.region() == null ? null : nameOf(group.region());
        int attempts = group.history().counted();
        ServerName server = group.history().latest().server();
        if (Jfr.recordsRetries()) {
            String address = server == null ? null : server.getHostAndPort();
            Jfr.Retry.tell(batch.table().toString(), region, address, count, attempts, pauseNanos, group.error());
        }
        RetryEvent event = new RetryEvent(
                batch.table(), region, server, count, attempts, group.error(), Duration.ofNanos(pauseNanos));
        tell(listener -> listener.onRetry(event));
    }

    /** An entry has failed for good; its blocks are still there. {@link #settled} counts it, too. */
    void failed(Batch batch, int entry, Throwable error) {
        numbers.failed(error);
        if (!hasListeners()) {
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
        tell(listener -> listener.onMutationFailed(event));
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
        if (!hasListeners()) {
            return;
        }
        @Nullable ServerName to = cause instanceof RegionMovedException moved ? moved.getServerName() : null;
        RegionMovedEvent event = new RegionMovedEvent(region.table(), nameOf(region), region.server(), to, cause);
        tell(listener -> listener.onRegionMoved(event));
    }

    /**
     * The mutator's state.
     *
     * @param pending mutations that have not settled
     * @param bufferedBytes of cells and attributes in its buffers
     */
    public MutatorState state(long pending, long bufferedBytes, ByteBudget budget) {
        return new MutatorState(
                acknowledged.sum(),
                failed.sum(),
                retried.sum(),
                pending,
                bufferedBytes,
                budget.usedBytes(),
                budget.limitBytes(),
                listeners.stream().mapToLong(ListenerQueue::failures).sum(),
                listeners.stream().mapToLong(ListenerQueue::dropped).sum());
    }
}
