package io.sluice.bench.nullserver;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.testserver.TestCluster;
import io.sluice.testserver.TestRegion;
import io.sluice.testserver.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Main class of a process that contains a whole cluster: many servers, each with its own socket, on one thread.
 * Arguments: the number of servers, of regions of the table {@link NullServer#TABLE}, and of further tables of one
 * region. It prints the port of the server that has {@code hbase:meta}. A line {@code kill N MILLIS} on its standard
 * input ends the last N servers at once, which it answers by {@link #DEAD}; after that many milliseconds their regions
 * move to the others, which it answers by {@link #MOVED}.
 */
final class NullCluster {
    static final String DEAD = "dead";
    static final String MOVED = "moved";

    /** Small, since there are a thousand connections. */
    private static final int BUFFER_BYTES = 64 << 10;

    private final TestCluster cluster;
    private final ServingLoop loop = new ServingLoop(BUFFER_BYTES);

    private NullCluster(List<ServerSocketChannel> listeners, RegionSpread spread, int tables) throws IOException {
        int[] ports = new int[listeners.size()];
        for (int i = 0; i < ports.length; i++) {
            ports[i] = NullServer.port(listeners.get(i));
        }
        cluster = TestCluster.behind(ports);
        cluster.createTable(NullServer.TABLE, Set.of(), spread.splitKeys());
        for (int table = 1; table <= tables; table++) {
            String name = NullServer.table(table);
            cluster.createTable(name, Set.of(), List.of());
            cluster.reassign(cluster.regions(name).get(0), cluster.server(table % ports.length));
        }
        for (int i = 0; i < ports.length; i++) {
            loop.add(listeners.get(i), cluster.server(i));
        }
    }

    public static void main(String[] args) throws IOException {
        RegionSpread spread = new RegionSpread(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
        List<ServerSocketChannel> listeners = new ArrayList<>();
        for (int i = 0; i < spread.servers(); i++) {
            listeners.add(NullServer.listen());
        }
        NullCluster served = new NullCluster(listeners, spread, Integer.parseInt(args[2]));
        System.out.println(NullServer.port(listeners.get(0)));
        Parent.obey(new BufferedReader(new InputStreamReader(System.in, US_ASCII)), served::kill);
        served.loop.run();
    }

    private void kill(String order) {
        String[] words = order.split(" ");
        int count = Integer.parseInt(words[1]);
        long pauseMillis = Long.parseLong(words[2]);
        List<TestServer> servers = cluster.servers();
        List<TestServer> living = servers.subList(0, servers.size() - count);
        Set<TestServer> dead = new HashSet<>(servers.subList(living.size(), servers.size()));
        loop.kill(dead, () -> {
            System.out.println(DEAD);
            CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS)
                    .execute(() -> move(dead, living));
        });
    }

    private void move(Set<TestServer> dead, List<TestServer> living) {
        int moved = 0;
        for (TestRegion region : cluster.regions(NullServer.TABLE)) {
            if (dead.contains(region.server())) {
                cluster.reassign(region, living.get(moved++ % living.size()));
            }
        }
        System.out.println(MOVED);
    }
}
