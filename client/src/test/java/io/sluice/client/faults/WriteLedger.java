package io.sluice.client.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.DoNotRetryIOException;
import io.sluice.MutationCallback;
import io.sluice.Put;
import io.sluice.RetriesExhaustedException;
import io.sluice.testserver.StoredCell;
import io.sluice.testserver.TestCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Every mutation of a test with what became of it, to be compared with what the servers have stored. */
final class WriteLedger {
    static final byte[] FAMILY = {'f'};
    static final byte[] QUALIFIER = {'q'};

    private final Collection<Entry> entries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger ids = new AtomicInteger();

    /** One Put. */
    static final class Entry implements MutationCallback {
        private final String row;
        private final String value;
        private final AtomicInteger settlements = new AtomicInteger();
        private volatile boolean acknowledged;
        private volatile @Nullable Throwable error;

        private Entry(String row, String value) {
            this.row = row;
            this.value = value;
        }

        @Override
        public void settled(@Nullable Throwable failure) {
            error = failure;
            acknowledged = failure == null;
            settlements.incrementAndGet();
        }

        String row() {
            return row;
        }

        boolean isAcknowledged() {
            return acknowledged;
        }

        boolean isSettled() {
            return settlements.get() > 0;
        }

        @Nullable Throwable error() {
            return error;
        }

        /** Whether the client has promised that it is not stored. */
        private boolean isNotApplied() {
            Throwable failure = error;
            if (failure instanceof RetriesExhaustedException exhausted) {
                return !exhausted.mayHaveBeenApplied();
            }
            return failure instanceof DoNotRetryIOException;
        }
    }

    /** Writes a Put whose value names row and number and ends with a checksum of both. */
    Entry write(AsyncBufferedMutator mutator, String row) throws IOException {
        int id = ids.incrementAndGet();
        Entry entry = new Entry(row, sealed(row + "#" + id));
        entries.add(entry);
        Put put = new Put(row.getBytes(UTF_8)).addColumn(FAMILY, QUALIFIER, entry.value.getBytes(UTF_8));
        // Both ways of being told, in turn; without room the one that waits.
        if (id % 2 == 0 && mutator.tryMutate(put, entry)) {
            return entry;
        }
        var unused = mutator.mutate(put).whenComplete((nothing, failure) -> entry.settled(failure));
        return entry;
    }

    private static String sealed(String text) {
        return text + "#" + checksum(text);
    }

    private static long checksum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(UTF_8));
        return crc.getValue();
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }

    List<Entry> failed() {
        return entries.stream().filter(entry -> entry.error() != null).toList();
    }

    long acknowledged() {
        return entries.stream().filter(Entry::isAcknowledged).count();
    }

    /**
     * Fails unless: each mutation has settled, once; what was acknowledged is stored; what was said not to be applied is
     * not; and nothing is stored that was not written.
     */
    void verify(TestCluster cluster, String table) {
        Map<String, List<String>> stored = new HashMap<>();
        for (String row : cluster.rows(table)) {
            List<String> values = new ArrayList<>();
            cluster.applied(table, row).stream().map(StoredCell::text).forEach(values::add);
            stored.put(row, values);
        }
        List<String> wrong = new ArrayList<>();
        Map<String, Integer> written = new HashMap<>();
        for (Entry entry : entries) {
            written.merge(entry.row + "=" + entry.value, 1, Integer::sum);
            boolean isThere = stored.getOrDefault(entry.row, List.of()).contains(entry.value);
            if (entry.settlements.get() != 1) {
                wrong.add("settled " + entry.settlements + " times: " + entry.value);
            }
            if (entry.acknowledged && !isThere) {
                wrong.add("acknowledged and missing: " + entry.value);
            }
            if (entry.isNotApplied() && isThere) {
                wrong.add("stored although said not to be: " + entry.value + ", " + entry.error());
            }
        }
        stored.forEach((row, values) -> values.stream()
                .filter(value -> !written.containsKey(row + "=" + value))
                .forEach(value -> wrong.add("never written: " + value + " in " + row)));
        assertThat(wrong).as("%s mutations", entries.size()).isEmpty();
        assertThat(cluster.violations()).as("what clients must not send").isEmpty();
    }
}
