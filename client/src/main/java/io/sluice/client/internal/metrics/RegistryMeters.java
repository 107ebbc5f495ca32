package io.sluice.client.internal.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.sluice.TableName;
import io.sluice.internal.metrics.ServerNumbers;
import io.sluice.internal.metrics.TableNumbers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** All meters of a connection in one registry. Used under the lock of {@link ConnectionMetrics}. */
final class RegistryMeters {
    private final ClientView view;
    private final Reading reading;
    private final MeterSet shared;
    private final Map<TableName, MeterSet> tables = new HashMap<>();
    /** By identity: a server that was forgotten and has come back has other numbers. */
    private final Map<ServerNumbers, MeterSet> servers = new HashMap<>();

    RegistryMeters(MeterRegistry registry, ClientView view, Reading reading, String connection) {
        this.view = view;
        this.reading = reading;
        shared = new MeterSet(registry, Tags.of("connection", connection));
    }

    /** Registers what all share. */
    void register() {
        SharedMeters.register(shared, view);
    }

    /** Registers what is new and removes what is gone. */
    void update() {
        Set<ServerNumbers> known = new HashSet<>(view.numbers().servers());
        servers.entrySet().removeIf(server -> {
            boolean gone = !known.contains(server.getKey());
            if (gone) {
                server.getValue().remove();
            }
            return gone;
        });
        for (ServerNumbers server : known) {
            if (!servers.containsKey(server)) {
                MeterSet meters = shared.with("server", server.address());
                servers.put(server, meters);
                ServerMeters.register(meters, reading, server);
            }
        }
        for (TableNumbers table : view.numbers().tables()) {
            if (!tables.containsKey(table.table())) {
                MeterSet meters = shared.with("table", table.table().getNameAsString());
                tables.put(table.table(), meters);
                TableMeters.register(meters, view, reading, table);
            }
        }
    }

    /** Takes all meters out of the registry. */
    void remove() {
        shared.remove();
        tables.values().forEach(MeterSet::remove);
        servers.values().forEach(MeterSet::remove);
        tables.clear();
        servers.clear();
    }
}
