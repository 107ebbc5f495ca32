package io.sluice.embedded.child;

import io.sluice.embedded.internal.Tokens;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.exceptions.MergeRegionException;
import org.apache.hadoop.hbase.util.Bytes;

/** Commands for regions and their servers. */
final class RegionCommands {
    private static final long PROCEDURE_SECONDS = 120;
    private static final long MERGE_SECONDS = 30;
    private static final long MERGE_PAUSE_MILLIS = 500;

    private final Cluster cluster;

    RegionCommands(Cluster cluster) {
        this.cluster = cluster;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("regions", this::regions);
        commands.put("servers", (arguments, data) -> {
            try (Admin admin = cluster.admin()) {
                return admin.getRegionServers().stream()
                        .map(ServerName::toString)
                        .sorted()
                        .map(Tokens::of)
                        .toList();
            }
        });
        commands.put("switchBalancer", (arguments, data) -> {
            try (Admin admin = cluster.admin()) {
                boolean before = admin.balancerSwitch(arguments.number() == 1, /* synchronous= */ true);
                return List.of(Tokens.of(before ? 1 : 0));
            }
        });
        commands.put("moveRegion", (arguments, data) -> {
            try (Admin admin = cluster.admin()) {
                admin.move(Bytes.toBytes(arguments.text()), ServerName.valueOf(arguments.text()));
            }
            return List.of();
        });
        commands.put("splitRegion", (arguments, data) -> {
            try (Admin admin = cluster.admin()) {
                await(admin.splitRegionAsync(Bytes.toBytes(arguments.text()), arguments.bytes()));
            }
            return List.of();
        });
        commands.put("mergeRegions", (arguments, data) -> {
            byte[][] names = {Bytes.toBytes(arguments.text()), Bytes.toBytes(arguments.text())};
            try (Admin admin = cluster.admin()) {
                merge(admin, names);
            }
            return List.of();
        });
    }

    private List<String> regions(Arguments arguments, Command.Data data) throws IOException {
        try (RegionLocator locator = cluster.connection().getRegionLocator(TableCommands.table(arguments))) {
            locator.clearRegionLocationCache();
            List<HRegionLocation> locations = locator.getAllRegionLocations();
            if (locations.isEmpty()) {
                throw new TableNotFoundException(locator.getName());
            }
            for (HRegionLocation location : locations) {
                ServerName server = location.getServerName();
                data.line(List.of(
                        Tokens.of(location.getRegion().getEncodedName()),
                        Tokens.of(location.getRegion().getStartKey()),
                        Tokens.of(location.getRegion().getEndKey()),
                        Tokens.of(server == null ? "" : server.toString())));
            }
        }
        return List.of();
    }

    /** The daughters of a split cannot be merged until compactions have replaced the references to their parent. */
    private static void merge(Admin admin, byte[][] names) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MERGE_SECONDS);
        while (true) {
            try {
                await(admin.mergeRegionsAsync(names, /* forcible= */ true));
                return;
            } catch (IOException e) {
                if (!(e.getCause() instanceof MergeRegionException) || System.nanoTime() > end) {
                    throw e;
                }
                Thread.sleep(MERGE_PAUSE_MILLIS);
            }
        }
    }

    private static void await(Future<?> procedure) throws IOException, InterruptedException {
        try {
            procedure.get(PROCEDURE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException("The master refused", e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("Not done in " + PROCEDURE_SECONDS + " s", e);
        }
    }
}
