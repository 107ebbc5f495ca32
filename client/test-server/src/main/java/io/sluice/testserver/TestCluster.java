package io.sluice.testserver;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of region servers for tests. Clients find it through {@link #bootstrapServers()} (HBase's {@code
 * RpcConnectionRegistry}). The first server has {@code hbase:meta}.
 *
 * <p>All servers run on one thread, so the effects of a call are never seen half done. Any thread may call the methods;
 * a change takes effect between two calls. One lock guards tables, regions and cells; nothing blocks under it.
 */
public final class TestCluster implements AutoCloseable {
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, /* stayClosed= */ true);
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("hbase-test-server", /* daemon= */ true), NioIoHandler.newFactory());
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong startCodes = new AtomicLong(System.currentTimeMillis());
    private final List<TestServer> servers = new CopyOnWriteArrayList<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private volatile TestServer metaServer;
    private volatile int keptValueBytes = Integer.MAX_VALUE;

    // The lock guards these and everything reachable from them. Not annotated, since the check does not see through
    // locked().
    private final Map<String, TestTable> tables = new TreeMap<>();
    private final Map<String, TestRegion> regions = new TreeMap<>();
    private long lastRegionId = 1_700_000_000_000L;

    private TestCluster(int count) {
        for (int i = 0; i < count; i++) {
            servers.add(new TestServer(this));
        }
        metaServer = servers.get(0);
    }

    /**
     * Creates a cluster of servers that do not listen themselves: the caller listens on this host and passes calls to
     * {@link TestServer#respond}.
     *
     * @param ports the ports of the servers, in order
     */
    public static TestCluster behind(int... ports) {
        TestCluster cluster = new TestCluster(ports.length);
        for (int i = 0; i < ports.length; i++) {
            cluster.server(i).announce(ports[i]);
        }
        return cluster;
    }

    /** Starts a cluster on free loopback ports. */
    public static TestCluster start(int servers) {
        if (servers < 1) {
            throw new IllegalArgumentException("servers must be positive: " + servers);
        }
        TestCluster cluster = new TestCluster(servers);
        cluster.servers.forEach(TestServer::listen);
        return cluster;
    }

    /** Value of {@code hbase.client.bootstrap.servers}. */
    public String bootstrapServers() {
        return servers.stream().map(TestServer::address).collect(Collectors.joining(","));
    }

    /** The servers. */
    public List<TestServer> servers() {
        return List.copyOf(servers);
    }

    /** A server by its number, from 0. */
    public TestServer server(int number) {
        return servers.get(number);
    }

    /** The server that has {@code hbase:meta}. */
    public void moveMeta(TestServer to) {
        metaServer = to;
    }

    /**
     * Simulates two servers that were restarted on each other's host: both get a later start code and the other's
     * regions.
     */
    public void swapAddresses(TestServer one, TestServer other) {
        one.kill();
        other.kill();
        int port = one.port();
        one.restartAt(other.port());
        other.restartAt(port);
    }

    // ---- tables ----

    /** Creates a table in which every family exists, with regions assigned to the servers round-robin. */
    public void createTable(String table, String... splitKeys) {
        createTable(
                table, Set.of(), Stream.of(splitKeys).map(TestCluster::bytes).toList());
    }

    /**
     * Creates a table with regions assigned to the servers round-robin.
     *
     * @param families empty if every family is to exist
     */
    public void createTable(String table, Set<String> families, List<byte[]> splitKeys) {
        locked(() -> {
            TestTable made = new TestTable(table, families, new CellStore(() -> keptValueBytes));
            if (tables.putIfAbsent(table, made) != null) {
                throw new IllegalArgumentException("table exists: " + table);
            }
            List<byte[]> edges = new ArrayList<>();
            edges.add(new byte[0]);
            edges.addAll(splitKeys);
            edges.add(new byte[0]);
            List<TestRegion> all = new ArrayList<>();
            for (int i = 0; i < edges.size() - 1; i++) {
                all.add(region(made, edges.get(i), edges.get(i + 1), servers.get(i % servers.size())));
            }
            made.add(all);
            return made;
        });
    }

    private TestRegion add(TestTable table, byte[] start, byte[] end, TestServer server) {
        TestRegion region = region(table, start, end, server);
        table.add(List.of(region));
        return region;
    }

    private TestRegion region(TestTable table, byte[] start, byte[] end, TestServer server) {
        TestRegion region = new TestRegion(table.name(), start, end, ++lastRegionId, server);
        regions.put(region.name(), region);
        return region;
    }

    /** Disables a table: no server serves its regions. */
    public void disable(String table) {
        setEnabled(table, false);
    }

    /** Enables a table. */
    public void enable(String table) {
        setEnabled(table, true);
    }

    private void setEnabled(String table, boolean enabled) {
        locked(() -> {
            TestTable found = required(table);
            found.setEnabled(enabled);
            return found;
        });
    }

    /** Removes a table and its contents. */
    public void drop(String table) {
        locked(() -> {
            TestTable dropped = required(table);
            dropped.regions().forEach(region -> regions.remove(region.name()));
            tables.remove(table);
            return dropped;
        });
    }

    // ---- regions ----

    /** The regions of a table in the order of their rows. */
    public List<TestRegion> regions(String table) {
        return locked(() -> List.copyOf(required(table).regions()));
    }

    /** The region of a row. */
    public TestRegion region(String table, String row) {
        return regions(table).stream()
                .filter(region -> region.contains(bytes(row)))
                .findFirst()
                .orElseThrow();
    }

    /** Moves a region. Its old server tells clients the new one. */
    public void move(TestRegion region, TestServer to) {
        reassign(region, to, /* tell= */ true);
    }

    /** Assigns a region to a server. Its old server only reports that it does not serve it. */
    public void reassign(TestRegion region, TestServer to) {
        reassign(region, to, /* tell= */ false);
    }

    private void reassign(TestRegion region, TestServer to, boolean tell) {
        locked(() -> {
            region.assign(to, tell);
            return to;
        });
    }

    /**
     * Damages the row of a region in {@code hbase:meta}.
     *
     * @param value new value of the column of family {@code info}, or null for none
     */
    public void damage(TestRegion region, String qualifier, byte @Nullable [] value) {
        locked(() -> {
            region.damage(qualifier, value);
            return region;
        });
    }

    /** Repairs the row of a region in {@code hbase:meta}. */
    public void repair(TestRegion region) {
        locked(() -> {
            region.repair();
            return region;
        });
    }

    /** Splits a region; the second half is assigned to the given server. */
    public void split(TestRegion parent, String key, TestServer secondHalf) {
        locked(() -> {
            TestTable table = required(parent.table());
            if (!parent.contains(bytes(key)) || Arrays.equals(bytes(key), parent.startKey())) {
                throw new IllegalArgumentException(key + " does not split " + parent);
            }
            parent.markSplit();
            table.retire(parent);
            regions.remove(parent.name());
            TestRegion unused = add(table, parent.startKey(), bytes(key), parent.server());
            return add(table, bytes(key), parent.endKey(), secondHalf);
        });
    }

    /** Merges two neighbouring regions on the server of the first. */
    public void merge(TestRegion first, TestRegion second) {
        locked(() -> {
            TestTable table = required(first.table());
            if (!Arrays.equals(first.endKey(), second.startKey()) || first.endKey().length == 0) {
                throw new IllegalArgumentException("no neighbours: " + first + ", " + second);
            }
            table.remove(List.of(first, second));
            regions.remove(first.name());
            regions.remove(second.name());
            return add(table, first.startKey(), second.endKey(), first.server());
        });
    }

    // ---- what was written ----

    /** All cells of a row in the order in which they were applied, with their timestamps. */
    public List<StoredCell> applied(String table, String row) {
        return locked(() -> required(table).store().applied(bytes(row)));
    }

    /** The value that a reader of the cell would see, or null. */
    public byte @Nullable [] value(String table, String row, String family, String qualifier) {
        lock.lock();
        try {
            return required(table).store().value(bytes(row), bytes(family), bytes(qualifier));
        } finally {
            lock.unlock();
        }
    }

    /** Keeps only the first bytes of each value from now on, for tests that write more than fits into memory. */
    public void keepOfValues(int bytes) {
        keptValueBytes = bytes;
    }

    /** Runs something on the servers' thread, after its pending work. */
    public void execute(Runnable task) {
        group.execute(task);
    }

    /** The rows to which anything was written, in order. */
    public List<String> rows(String table) {
        return locked(() -> required(table).store().rows().stream()
                .map(row -> new String(row, StandardCharsets.UTF_8))
                .toList());
    }

    /** Invalid requests that clients have sent; there should be none. */
    public List<String> violations() {
        return List.copyOf(violations);
    }

    /** Stops all servers; returns when their thread has ended. */
    @Override
    public void close() {
        servers.forEach(TestServer::kill);
        // Shutting down the group alone sometimes leaves a connection open.
        open.close().awaitUninterruptibly();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    // ---- for the servers ----

    <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private TestTable required(String name) {
        TestTable table = tables.get(name);
        if (table == null) {
            throw new IllegalArgumentException("no such table: " + name);
        }
        return table;
    }

    @Nullable TestTable table(String name) {
        lock.lock();
        try {
            return tables.get(name);
        } finally {
            lock.unlock();
        }
    }

    Collection<TestTable> tables() {
        return locked(() -> List.copyOf(tables.values()));
    }

    /** The region with this name, unless its table is disabled. */
    @Nullable TestRegion openRegion(String name) {
        lock.lock();
        try {
            TestRegion region = regions.get(name);
            return region == null || !required(region.table()).isEnabled() ? null : region;
        } finally {
            lock.unlock();
        }
    }

    TestTable tableOfRegion(String name) {
        return locked(() -> {
            TestRegion region = regions.get(name);
            if (region == null) {
                throw new IllegalArgumentException("no such region: " + name);
            }
            return required(region.table());
        });
    }

    int keptValueBytes() {
        return keptValueBytes;
    }

    TestServer metaServer() {
        return metaServer;
    }

    /** Registers a connection to be closed with the cluster. */
    void opened(Channel connection) {
        open.add(connection);
    }

    EventLoopGroup group() {
        return group;
    }

    long nextStartCode() {
        return startCodes.incrementAndGet();
    }

    long nowMillis() {
        return System.currentTimeMillis();
    }

    byte[] latinBytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    void violation(String what) {
        violations.add(what);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
