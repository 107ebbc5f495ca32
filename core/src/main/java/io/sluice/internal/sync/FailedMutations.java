package io.sluice.internal.sync;

import io.sluice.RetriesExhaustedException;
import io.sluice.RetriesExhaustedException.Attempt;
import io.sluice.RetriesExhaustedWithDetailsException;
import io.sluice.Row;
import io.sluice.ServerName;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Failures that have not been reported. Safe for use by many threads; each failure is taken once. */
final class FailedMutations {
    private final Queue<Failed> failures = new ConcurrentLinkedQueue<>();

    private record Failed(Row row, Throwable error) {}

    void add(Row row, Throwable error) {
        failures.add(new Failed(row, error));
    }

    /** Takes all failures; null if there is none. */
    @Nullable RetriesExhaustedWithDetailsException take() {
        List<Throwable> errors = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        List<String> servers = new ArrayList<>();
        for (Failed next = failures.poll(); next != null; next = failures.poll()) {
            errors.add(next.error());
            rows.add(next.row());
            servers.add(server(next.error()));
        }
        return errors.isEmpty() ? null : new RetriesExhaustedWithDetailsException(errors, rows, servers);
    }

    private static String server(Throwable error) {
        List<Attempt> attempts = RetriesExhaustedException.attemptsOf(error);
        ServerName server =
                attempts.isEmpty() ? null : attempts.get(attempts.size() - 1).server();
        return server == null ? "" : server.getHostAndPort();
    }
}
