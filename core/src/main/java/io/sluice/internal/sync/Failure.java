package io.sluice.internal.sync;

import io.sluice.RetriesExhaustedException;
import io.sluice.RetriesExhaustedException.Attempt;
import io.sluice.RetriesExhaustedWithDetailsException;
import io.sluice.Row;
import io.sluice.ServerName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mutation that failed.
 *
 * @param <R> the program's mutations
 * @param mutation equal to what the program gave
 * @param error why it failed for good
 */
public record Failure<R>(R mutation, Throwable error) {

    /** The server of the last attempt; null if none was known. */
    public @Nullable ServerName server() {
        List<Attempt> attempts = RetriesExhaustedException.attemptsOf(error);
        return attempts.isEmpty() ? null : attempts.get(attempts.size() - 1).server();
    }

    /** All of them in one exception. */
    static RetriesExhaustedWithDetailsException exception(List<Failure<Row>> failures) {
        List<Throwable> errors = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        List<String> servers = new ArrayList<>();
        for (Failure<Row> failure : failures) {
            ServerName server = failure.server();
            errors.add(failure.error());
            rows.add(failure.mutation());
            servers.add(server == null ? "" : server.getHostAndPort());
        }
        return new RetriesExhaustedWithDetailsException(errors, rows, servers);
    }
}
