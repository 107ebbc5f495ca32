package io.sluice.client;

import io.sluice.TableName;
import java.time.Duration;
import java.util.List;

/**
 * What {@link AsyncConnection#warmUp} is to do.
 *
 * @param tables whose regions are looked up and whose servers are connected to; none for all servers that are known
 *     already
 * @param connectionsPerServer how many are to be open, those that are there included; never more than the pool may have
 * @param parallelism connects to one server at the same time
 * @param deadline when to report what has been done; the rest goes on
 */
public record WarmUp(List<TableName> tables, int connectionsPerServer, int parallelism, Duration deadline) {

    /** @throws IllegalArgumentException if a number or the deadline is not positive */
    public WarmUp {
        tables = List.copyOf(tables);
        if (connectionsPerServer < 1) {
            throw new IllegalArgumentException(
                    "connectionsPerServer is " + connectionsPerServer + " and must be positive");
        }
        if (parallelism < 1) {
            throw new IllegalArgumentException("parallelism is " + parallelism + " and must be positive");
        }
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("deadline is " + deadline + " and must be positive");
        }
    }

    /** All servers of these tables: one connection each, 8 at the same time for each server, within 10 s. */
    public static WarmUp ofTables(TableName... tables) {
        if (tables.length == 0) {
            throw new IllegalArgumentException("no table given; ofKnownServers() needs none");
        }
        return new WarmUp(List.of(tables), 1, 8, Duration.ofSeconds(10));
    }

    /** All servers of which the client knows regions already; otherwise as {@link #ofTables}. */
    public static WarmUp ofKnownServers() {
        return new WarmUp(List.of(), 1, 8, Duration.ofSeconds(10));
    }

    /** The same with so many connections to each server. */
    public WarmUp withConnectionsPerServer(int count) {
        return new WarmUp(tables, count, parallelism, deadline);
    }

    /** The same with so many connects to one server at the same time. */
    public WarmUp withParallelism(int count) {
        return new WarmUp(tables, connectionsPerServer, count, deadline);
    }

    /** The same with another deadline. */
    public WarmUp withDeadline(Duration other) {
        return new WarmUp(tables, connectionsPerServer, parallelism, other);
    }
}
