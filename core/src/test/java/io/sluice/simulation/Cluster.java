package io.sluice.simulation;

import static io.sluice.simulation.VirtualTime.MILLI;
import static io.sluice.simulation.VirtualTime.SECOND;

import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.TableNotFoundException;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionLookup;
import io.sluice.internal.locate.RegionUnknownException;
import io.sluice.simulation.Ports.Port;
import io.sluice.simulation.VirtualTime.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Servers, the regions of tables that lie on them, and {@code hbase:meta}. */
final class Cluster implements BatchSender, RegionLookup {
    private static final int ROW_DIGITS = 4;

    private final Simulation simulation;
    private final VirtualTime time;
    private final Chance chance;
    private final Plan.Setup setup;
    private final List<Server> servers = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private MetaMood meta = MetaMood.FINE;
    private long generations;

    /** How {@code hbase:meta} answers. */
    enum MetaMood {
        FINE,
        SLOW,
        FAILING,
        SILENT,
        /** At once, but every second region has no place. */
        HOLES
    }

    /** A table; without regions when it was dropped. */
    private static final class Table {
        final TableName name;
        final List<Region> regions = new ArrayList<>();

        Table(TableName name) {
            this.name = name;
        }
    }

    /** Rows {@code from} to {@code to - 1} of a table. */
    private static final class Region {
        final byte[] name;
        final int from;
        final int to;
        Server server;
        long sequence = 1;

        Region(byte[] name, int from, int to, Server server) {
            this.name = name;
            this.from = from;
            this.to = to;
            this.server = server;
        }
    }

    Cluster(Simulation simulation, VirtualTime time, Chance chance, Plan.Setup setup) {
        this.simulation = simulation;
        this.time = time;
        this.chance = chance;
        this.setup = setup;
        for (int i = 0; i < setup.servers(); i++) {
            servers.add(new Server(simulation, this, time, chance.fork(), i));
        }
        for (int i = 0; i < setup.tables(); i++) {
            Table table = new Table(TableName.valueOf("t" + i));
            tables.add(table);
            create(table);
        }
    }

    TableName table(int number) {
        return tables.get(number).name;
    }

    Plan.Setup setup() {
        return setup;
    }

    private void create(Table table) {
        for (int i = 0; i < setup.regions(); i++) {
            int from = i * setup.rows() / setup.regions();
            int to = (i + 1) * setup.rows() / setup.regions();
            if (to > from) {
                table.regions.add(newRegion(table, from, to, chance.of(servers)));
            }
        }
    }

    private Region newRegion(Table table, int from, int to, Server server) {
        String name = table.name + "," + from + "," + to + "," + generations++;
        return new Region(name.getBytes(StandardCharsets.ISO_8859_1), from, to, server);
    }

    static byte[] rowKey(int row) {
        byte[] key = new byte[ROW_DIGITS];
        for (int i = ROW_DIGITS - 1, left = row; i >= 0; i--, left /= 10) {
            key[i] = (byte) ('0' + left % 10);
        }
        return key;
    }

    private byte[] border(int row) {
        return row == 0 || row == setup.rows() ? new byte[0] : rowKey(row);
    }

    private RegionLocation location(Table table, Region region) {
        return new RegionLocation(
                table.name, region.name, border(region.from), border(region.to), region.server.name(), region.sequence);
    }

    // ---- what happens to it ----

    void happen(Plan.Operation operation, Profile profile) {
        Chance detail = new Chance(operation.detail());
        Table table = tables.get(detail.below(tables.size()));
        switch (operation.deed()) {
            case MOVE_REGION -> {
                if (!table.regions.isEmpty()) {
                    Region region = detail.of(table.regions);
                    region.server = detail.of(servers);
                    region.sequence++;
                    simulation.tell(() -> "region " + new String(region.name, StandardCharsets.ISO_8859_1)
                            + " moves to " + region.server.name());
                }
            }
            case SPLIT_REGION -> split(table, detail);
            case RESTART_SERVER -> detail.of(servers).restart();
            case SERVER_MOOD -> {
                Server server = profile == Profile.HUNG ? servers.get(0) : detail.of(servers);
                server.mood(Server.Mood.drawn(profile, detail));
            }
            case META_MOOD -> {
                meta = detail.of(MetaMood.values());
                simulation.tell(() -> "hbase:meta is " + meta);
            }
            case DROP_TABLE -> {
                if (table.regions.isEmpty()) {
                    create(table);
                } else {
                    table.regions.clear();
                }
                simulation.tell(() -> table.name + " has " + table.regions.size() + " regions");
            }
            default -> throw new IllegalArgumentException(operation.toString());
        }
    }

    private void split(Table table, Chance detail) {
        if (table.regions.isEmpty()) {
            return;
        }
        Region parent = detail.of(table.regions);
        if (parent.to - parent.from < 2) {
            return;
        }
        int middle = (parent.from + parent.to) / 2;
        int at = table.regions.indexOf(parent);
        table.regions.set(at, newRegion(table, parent.from, middle, parent.server));
        table.regions.add(at + 1, newRegion(table, middle, parent.to, detail.of(servers)));
        simulation.tell(() -> "region " + new String(parent.name, StandardCharsets.ISO_8859_1) + " splits");
    }

    /** From now on everything works. */
    void heal() {
        meta = MetaMood.FINE;
        servers.forEach(server -> server.mood(Server.Mood.FINE));
        tables.stream().filter(table -> table.regions.isEmpty()).forEach(this::create);
    }

    /** Whether some server hangs. */
    boolean hasHungServer() {
        return servers.stream().anyMatch(Server::isHung);
    }

    // ---- the ports ----

    @Override
    public void send(ServerBatch request, long timeoutNanos, Answer answer) {
        simulation.called(Port.SEND);
        ServerName name = request.server();
        for (Server server : servers) {
            if (server.name().equals(name)) {
                server.receive(request, timeoutNanos, answer);
                return;
            }
        }
        Server.Unreachable.receive(simulation, time, request, answer);
    }

    /** Where a region is: null if there is none of that name. */
    @Nullable RegionLocation whereIs(RegionLocation asked) {
        for (Table table : tables) {
            for (Region region : table.regions) {
                if (table.name.equals(asked.table()) && java.util.Arrays.equals(region.name, asked.regionName())) {
                    return location(table, region);
                }
            }
        }
        return null;
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookup(TableName name, byte[] row, byte[] from) {
        simulation.called(Port.LOOKUP);
        CompletableFuture<List<RegionLocation>> answer = new CompletableFuture<>();
        int number = Integer.parseInt(new String(row, StandardCharsets.ISO_8859_1));
        answerLater(answer, () -> {
            for (Table table : tables) {
                if (table.name.equals(name) && !table.regions.isEmpty()) {
                    tell(answer, table, number);
                }
            }
            answer.completeExceptionally(new TableNotFoundException(name));
        });
        return answer;
    }

    /** Tells the region of a row, if it has a place, else the one before; and some others. */
    private void tell(CompletableFuture<List<RegionLocation>> answer, Table table, int row) {
        List<RegionLocation> found = new ArrayList<>();
        List<RegionLocation> before = new ArrayList<>();
        boolean isKnown = false;
        for (int i = 0; i < table.regions.size(); i++) {
            Region region = table.regions.get(i);
            if (meta == MetaMood.HOLES && i % 2 == 1) {
                continue;
            }
            boolean holds = region.from <= row && row < region.to;
            isKnown |= holds;
            if (region.to <= row) {
                before.add(location(table, region));
            }
            if (holds || chance.percent(30)) {
                found.add(location(table, region));
            }
        }
        if (isKnown) {
            answer.complete(found);
        } else {
            answer.completeExceptionally(new RegionUnknownException(
                    "no place", before.subList(Math.max(0, before.size() - 1), before.size())));
        }
    }

    private void answerLater(CompletableFuture<?> answer, Runnable well) {
        long delay = switch (meta) {
            case FINE, FAILING, HOLES -> chance.between(0, 3 * MILLI);
            case SLOW -> chance.between(SECOND, 20 * SECOND);
            case SILENT -> 60 * SECOND;
        };
        boolean works = meta != MetaMood.FAILING && meta != MetaMood.SILENT;
        var unused = time.in(delay, Role.NETWORK, "answer of hbase:meta", () -> {
            if (works) {
                well.run();
            } else {
                answer.completeExceptionally(new IOException("hbase:meta does not answer"));
            }
        });
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookupAll(TableName name) {
        throw new UnsupportedOperationException("nobody asks for all regions");
    }

    @Override
    public CompletableFuture<Void> checkEnabled(TableName name) {
        simulation.called(Port.LOOKUP);
        CompletableFuture<Void> answer = new CompletableFuture<>();
        answerLater(answer, () -> {
            boolean exists = tables.stream().anyMatch(table -> table.name.equals(name) && !table.regions.isEmpty());
            if (exists) {
                answer.complete(null);
            } else {
                answer.completeExceptionally(new TableNotFoundException(name));
            }
        });
        return answer;
    }
}
