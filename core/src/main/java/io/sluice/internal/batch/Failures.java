package io.sluice.internal.batch;

import io.sluice.DoNotRetryIOException;
import io.sluice.RequestTooBigException;
import io.sluice.RetriesExhaustedException;
import io.sluice.RetriesExhaustedException.Attempt;
import io.sluice.RpcThrottlingException;
import io.sluice.ServerName;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.retry.RowLimit;
import io.sluice.internal.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The failed entries of one attempt, grouped by error and history: a group is retried as one, or fails for good, each entry
 * with an error that lists all its attempts.
 */
final class Failures {
    private final Batch batch;
    private final @Nullable ServerName server;
    private final Clock clock;
    private final long operationTimeoutNanos;
    private final Instant time;
    private final Map<Key, Group> groups = new LinkedHashMap<>();

    /** @param server that was asked, or null when none was found */
    Failures(Batch batch, @Nullable ServerName server, Clock clock, long operationTimeoutNanos) {
        this.batch = batch;
        this.server = server;
        this.clock = clock;
        this.operationTimeoutNanos = operationTimeoutNanos;
        time = Instant.ofEpochMilli(clock.currentTimeMillis());
    }

    /** Compared by identity: equal errors of different regions need not be grouped. */
    private static final class Key {
        private final Throwable error;
        private final @Nullable AttemptHistory past;
        private final @Nullable Object run;

        Key(Throwable error, @Nullable AttemptHistory past, @Nullable Object run) {
            this.error = error;
            this.past = past;
            this.run = run;
        }

        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.error == error && key.past == past && key.run == run;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * System.identityHashCode(error) + System.identityHashCode(past))
                    + System.identityHashCode(run);
        }
    }

    /** @param run the mutations that failed together with it and may have caused its failure, or null */
    void add(int entry, Throwable error, ErrorMeaning meaning, @Nullable RegionLocation region, @Nullable Object run) {
        AttemptHistory past = batch.attempts(entry);
        Group group = groups.computeIfAbsent(
                new Key(error, past, run), key -> new Group(error, meaning, after(past, error), region, run != null));
        group.add(entry);
        batch.attempted(entry, group.history);
    }

    private AttemptHistory after(@Nullable AttemptHistory past, Throwable error) {
        return AttemptHistory.after(past, new Attempt(time, server, error));
    }

    Collection<Group> groups() {
        return groups.values();
    }

    /** Entries that failed alike. */
    final class Group {
        private final Throwable error;
        private final ErrorMeaning meaning;
        private final AttemptHistory history;
        private final @Nullable RegionLocation region;
        private final boolean contagious;
        private int[] entries = new int[16];
        private int count;

        private Group(
                Throwable error,
                ErrorMeaning meaning,
                AttemptHistory history,
                @Nullable RegionLocation region,
                boolean contagious) {
            this.error = error;
            this.meaning = meaning;
            this.history = history;
            this.region = region;
            this.contagious = contagious;
        }

        private void add(int entry) {
            if (count == entries.length) {
                entries = Arrays.copyOf(entries, 2 * count);
            }
            entries[count++] = entry;
        }

        Throwable error() {
            return error;
        }

        /** Of the error. */
        ErrorMeaning meaning() {
            return meaning;
        }

        /** This failure included. */
        AttemptHistory history() {
            return history;
        }

        /** Once all are added. */
        int[] entries() {
            entries = entries.length == count ? entries : Arrays.copyOf(entries, count);
            return entries;
        }

        /** The region they were to go to; the first one of several. */
        @Nullable RegionLocation region() {
            return region;
        }

        /** Whether the error may be that of some of them only, see {@link CulpritFinder.Runs}. */
        boolean contagious() {
            return contagious;
        }

        /** The error of a mutation that has used up its attempts or its time. */
        RetriesExhaustedException exhausted(int entry) {
            return RetriesExhaustedException.of(
                    subject(entry), regionName(), took(), history.toList(), batch.mayBeApplied(entry));
        }

        /** The server's own error, with the attempts added: {@link RetriesExhaustedException#attemptsOf}. */
        Throwable refused(int entry) {
            // A look-up, or a connect, may give one error to many batches: it keeps the attempts of the first one.
            if (RetriesExhaustedException.attemptsOf(error).isEmpty()) {
                note(error, entry, regionName(), history);
            }
            return error;
        }

        /** The error of a mutation whose quota leaves no time for a retry. */
        Throwable throttled(int entry, RpcThrottlingException quota) {
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(Math.max(0, batch.remainingNanos(clock)));
            long allMillis = TimeUnit.NANOSECONDS.toMillis(operationTimeoutNanos);
            RpcThrottlingException failure = new RpcThrottlingException(
                    quota.getMessage() + "; " + subject(entry) + " cannot wait for " + quota.getWaitInterval()
                            + " ms, since " + leftMillis + " ms are left of the operation timeout of " + allMillis
                            + " ms (hbase.client.operation.timeout)"
                            + (batch.mayBeApplied(entry) ? "; may have been applied" : ""),
                    quota.getWaitInterval());
            failure.initCause(exhausted(entry));
            return failure;
        }

        private String regionName() {
            return region == null ? "not known" : region.toString();
        }
    }

    private void note(Throwable error, int entry, String region, AttemptHistory history) {
        RetriesExhaustedException.note(
                error, subject(entry), region, took(), history.toList(), batch.mayBeApplied(entry));
    }

    private Duration took() {
        return Duration.ofNanos(operationTimeoutNanos - batch.remainingNanos(clock));
    }

    private String subject(int entry) {
        return RetriesExhaustedException.subject(batch.kind(entry).title(), batch.row(entry), batch.table());
    }

    /** The error of a mutation that is too large for a request of its own. */
    Throwable tooLarge(ServerBatch request, int entry, Throwable refusal) {
        RowLimit rows = RowLimit.of(refusal);
        Throwable error = rows == null
                ? tooManyBytes(entry, request.server(), refusal)
                : tooManyRows(entry, request.server(), refusal, rows);
        note(error, entry, request.slices().get(0).region().toString(), after(batch.attempts(entry), refusal));
        return error;
    }

    private Throwable tooManyRows(int entry, ServerName server, Throwable refusal, RowLimit rows) {
        return new DoNotRetryIOException(
                subject(entry) + " has " + batch.rowCount(entry) + " mutations, "
                        + (rows.limit() > 0
                                ? "but " + server.getHostAndPort() + " accepts at most " + rows.limit()
                                : "too many for " + server.getHostAndPort())
                        + " in one request; raise " + RowLimit.KEY + " there",
                refusal);
    }

    private Throwable tooManyBytes(int entry, ServerName server, Throwable refusal) {
        @Nullable RequestTooBigException sizes = refusal instanceof RequestTooBigException tooBig ? tooBig : null;
        long bytes = sizes == null || sizes.getRequestBytes() == 0 ? batch.length(entry) : sizes.getRequestBytes();
        long limit = sizes == null ? 0 : sizes.getLimitBytes();
        RequestTooBigException error = new RequestTooBigException(
                subject(entry) + " makes a request of " + bytes + " bytes, "
                        + (limit > 0
                                ? "but " + server.getHostAndPort() + " allows only " + limit
                                : "too many for " + server.getHostAndPort())
                        + "; raise hbase.ipc.max.request.size there and here",
                bytes,
                limit);
        error.initCause(refusal);
        return error;
    }
}
