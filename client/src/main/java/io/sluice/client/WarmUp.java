package io.sluice.client;

import io.sluice.TableName;
import java.time.Duration;
import java.util.List;

/**
 * What {@link AsyncConnection#warmUp} does.
 *
 * @param tables the tables whose regions are looked up and whose servers are connected to; none for all known servers
 * @param connectionsPerServer how many connections will be open, existing ones included; never more than the pool's maximum
 * @param parallelism connects to one server at the same time
 * @param deadline when to report what has been done; the rest continues
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

    /** All servers of which the client already knows regions; otherwise as {@link #ofTables}. */
    public static WarmUp ofKnownServers() {
        return new WarmUp(List.of(), 1, 8, Duration.ofSeconds(10));
    }

    /** A copy with this number of connections to each server. */
    public WarmUp withConnectionsPerServer(int count) {
        return new WarmUp(tables, count, parallelism, deadline);
    }

    /** A copy with this number of connects to one server at the same time. */
    public WarmUp withParallelism(int count) {
        return new WarmUp(tables, connectionsPerServer, count, deadline);
    }

    /** A copy with this deadline. */
    public WarmUp withDeadline(Duration other) {
        return new WarmUp(tables, connectionsPerServer, parallelism, other);
    }
}
