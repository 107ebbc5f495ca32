package io.sluice.internal.batch;

import io.sluice.RetriesExhaustedException.Attempt;
import io.sluice.ServerName;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.retry.AttemptHistory;
import io.sluice.internal.retry.ErrorMeaning;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The failed entries of one attempt, those with the same error and the same past together: they share one history and
 * are tried again as one.
 */
final class Failures {
    private final Batch batch;
    private final @Nullable ServerName server;
    private final Instant time;
    private final Map<Key, Members> groups = new LinkedHashMap<>();

    /** @param server that was asked, or null when none was found */
    Failures(Batch batch, @Nullable ServerName server, Instant time) {
        this.batch = batch;
        this.server = server;
        this.time = time;
    }

    /**
     * Entries that failed alike.
     *
     * @param meaning of the error
     * @param history this failure included
     * @param region where they were to go; of several, the first
     * @param contagious whether the error may be that of some of them only, see {@link CulpritFinder.Runs}
     */
    record Group(
            Throwable error,
            ErrorMeaning meaning,
            AttemptHistory history,
            int[] entries,
            @Nullable RegionLocation region,
            boolean contagious) {}

    private record Members(
            ErrorMeaning meaning,
            AttemptHistory history,
            @Nullable RegionLocation region,
            List<Integer> entries) {}

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

    /** @param run those that failed together with it and may have infected it, or null */
    void add(int entry, Throwable error, ErrorMeaning meaning, @Nullable RegionLocation region, @Nullable Object run) {
        AttemptHistory past = batch.attempts(entry);
        Members members = groups.computeIfAbsent(new Key(error, past, run), key -> {
            AttemptHistory history = AttemptHistory.after(past, new Attempt(time, server, error));
            return new Members(meaning, history, region, new ArrayList<>());
        });
        members.entries().add(entry);
        batch.attempted(entry, members.history());
    }

    Collection<Group> groups() {
        List<Group> all = new ArrayList<>(groups.size());
        groups.forEach((key, members) -> {
            int[] entries =
                    members.entries().stream().mapToInt(Integer::intValue).toArray();
            all.add(new Group(
                    key.error, members.meaning(), members.history(), entries, members.region(), key.run != null));
        });
        return all;
    }
}
