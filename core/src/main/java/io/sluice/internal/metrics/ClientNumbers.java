package io.sluice.internal.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.TableName;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;

/**
 * All numbers of one connection to a cluster. Those of a table or server are created at its first use; those of a server are
 * removed when it is forgotten. Safe for use by many threads.
 */
public final class ClientNumbers {
    private final ConcurrentMap<TableName, TableNumbers> tables = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, ServerNumbers> servers = new ConcurrentHashMap<>();
    private final LookupNumbers lookups = new LookupNumbers();

    /** Changed under the lock, so that a table or server that is added at the same time is recorded like the others. */
    @GuardedBy("this") private int readers;

    private volatile Runnable changed = () -> {};

    /** Sets what to run when a table or server is added or removed. Any thread runs it, so it must be short and not throw. */
    public void whenChanged(Runnable task) {
        changed = task;
    }

    public TableNumbers table(TableName table) {
        TableNumbers known = tables.get(table);
        return known == null ? add(tables, table, TableNumbers::new) : known;
    }

    /** @param maker is given the key, and whether there is a reader */
    private <K, V> V add(ConcurrentMap<K, V> all, K key, BiFunction<K, Boolean, V> maker) {
        V made;
        synchronized (this) {
            V known = all.get(key);
            if (known != null) {
                return known;
            }
            made = maker.apply(key, readers > 0);
            all.put(key, made);
        }
        changed.run();
        return made;
    }

    /** The numbers of a server by its address, {@code host:port}. */
    public ServerNumbers server(String address) {
        ServerNumbers known = servers.get(address);
        return known == null ? add(servers, address, ServerNumbers::new) : known;
    }

    /** Removes a server that is no longer used. */
    public void forgetServer(String address) {
        if (servers.remove(address) != null) {
            changed.run();
        }
    }

    public LookupNumbers lookups() {
        return lookups;
    }

    /** Of all tables that have been written to. */
    public Collection<TableNumbers> tables() {
        return List.copyOf(tables.values());
    }

    public Collection<ServerNumbers> servers() {
        return List.copyOf(servers.values());
    }

    /** Adds a reader: from now on times and sizes are recorded. */
    public synchronized void startReading() {
        if (readers++ == 0) {
            record(true);
        }
    }

    /** The counterpart of {@link #startReading}; after the last one, times and sizes are dropped and no longer recorded. */
    public synchronized void stopReading() {
        if (--readers == 0) {
            record(false);
        }
    }

    @GuardedBy("this") private void record(boolean on) {
        tables.values().forEach(table -> table.record(on));
        servers.values().forEach(server -> server.record(on));
        lookups.record(on);
    }
}
