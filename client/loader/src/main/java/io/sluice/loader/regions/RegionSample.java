package io.sluice.loader.regions;

import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.internal.ClusterInspector;
import io.sluice.client.internal.ClusterState.LiveServer;
import io.sluice.client.internal.RegionCounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The counters of a table's regions at one moment.
 *
 * @param regions the regions by name
 */
record RegionSample(Map<String, Entry> regions) {
    /** A region on a server. */
    record Entry(ServerName server, RegionCounts load) {}

    /** Asks all servers of the cluster at once. */
    static RegionSample take(ClusterInspector inspector, TableName table) throws IOException, InterruptedException {
        Map<ServerName, CompletableFuture<List<RegionCounts>>> asked = new TreeMap<>();
        for (LiveServer server : result(inspector.state()).servers()) {
            asked.put(server.name(), inspector.regionLoads(server.name(), table));
        }
        Map<String, Entry> regions = new HashMap<>();
        for (Map.Entry<ServerName, CompletableFuture<List<RegionCounts>>> answer : asked.entrySet()) {
            for (RegionCounts load : result(answer.getValue())) {
                // One character for each byte, since a name may contain any bytes.
                String name = new String(load.regionName(), StandardCharsets.ISO_8859_1);
                regions.put(name, new Entry(answer.getKey(), load));
            }
        }
        return new RegionSample(regions);
    }

    private static <T> T result(CompletableFuture<T> future) throws IOException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
