package io.sluice.hbase.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.RegionDescription;
import io.sluice.embedded.StockClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * HBase's {@code IntegrationTestBigLinkedList} over Sluice: it writes nodes of which each names another one, and then looks for
 * names of nodes that are not there.
 */
@Tag("long-form")
class BigLinkedListIT {
    private static final String MAIN = "org.apache.hadoop.hbase.test.IntegrationTestBigLinkedList";
    private static final String TABLE = "IntegrationTestBigLinkedList";
    /** Nodes of a mapper come in so many lists at once; the number of nodes must be a multiple. */
    private static final int WIDTH = 5_000;

    private static final int NODES = 5 * WIDTH;

    private static final Duration MOST = Duration.ofMinutes(8);
    private static EmbeddedHBase server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startHBase() throws IOException {
        server = EmbeddedHBase.start(EmbeddedOptions.defaults().withRegionServers(3));
    }

    @AfterAll
    static void stopHBase() {
        server.close();
    }

    /** Runs one of its commands, with a table that it makes. */
    private HBaseProgram start(Way way, String name, String... arguments) throws Exception {
        return HBaseProgram.start(
                Path.of("target", "programs", "BigLinkedList-" + name + "-" + way),
                Platform.hbase(),
                way,
                server.settings(),
                MAIN,
                List.of(arguments));
    }

    private HBaseProgram loop(Way way) throws Exception {
        if (server.client().tableExists(TABLE)) {
            server.client().disableTable(TABLE);
            server.client().deleteTable(TABLE);
        }
        return start(way, "loop", "Loop", "1", "1", "" + NODES, "" + folder.resolve("out"), "1", "" + WIDTH, "1");
    }

    @Test
    void loop_overSluice_findsEachNode() throws Exception {
        try (HBaseProgram program = loop(Way.SLUICE)) {
            program.end(MOST).orFail();
        }
        assertThat(server.client().countRows(TABLE).rows()).isEqualTo(NODES);
    }

    /** The proof of the proof. */
    @Test
    void loop_overAConnectionThatLosesAFlush_fails() throws Exception {
        try (HBaseProgram program = loop(Way.LOSING)) {
            HBaseProgram.Outcome outcome = program.end(MOST);
            assertThat(outcome.exitCode()).as("see %s", outcome.folder()).isNotZero();
            assertThat(outcome.lines()).anyMatch(line -> line.contains("UNDEFINED=") || line.contains("undefined"));
        }
    }

    /** Servers die and others come, and regions move, for as long as it writes. */
    @Test
    void generator_whileServersAreKilledAndRegionsMove_losesNoNode() throws Exception {
        if (server.client().tableExists(TABLE)) {
            server.client().disableTable(TABLE);
            server.client().deleteTable(TABLE);
        }
        int nodes = 30 * WIDTH;
        int kills = 0;
        try (HBaseProgram program = start(
                Way.SLUICE, "generator", "Generator", "2", "" + nodes, "" + folder.resolve("nodes"), "" + WIDTH, "1")) {
            Random random = new Random(22);
            while (program.isRunning()) {
                Thread.sleep(1_000);
                if (server.client().tableExists(TABLE)
                        && !server.client().regions(TABLE).isEmpty()) {
                    // By now it writes; HBase's own client does not survive every death while it makes the table.
                    Thread.sleep(4_000);
                    moveOne(random);
                    if (program.isRunning() && kills < 4) {
                        kill(random);
                        kills++;
                    }
                }
            }
            program.end(MOST).orFail();
        }
        assertThat(kills).isPositive();
        try (HBaseProgram program = start(Way.STOCK, "verify", "Verify", "" + folder.resolve("verified"), "1")) {
            assertThat(program.end(MOST).orFail().lines())
                    .anyMatch(line -> line.contains("REFERENCED=" + 2 * nodes))
                    .noneMatch(line -> line.contains("UNDEFINED=") || line.contains("UNREFERENCED="));
        }
        assertThat(server.client().countRows(TABLE).rows()).isEqualTo(2L * nodes);
    }

    private static void kill(Random random) throws IOException {
        List<String> servers = server.client().servers();
        server.killRegionServer(servers.get(random.nextInt(servers.size())));
        server.startRegionServer(0);
    }

    /** Fails if the region is on its way already, which is no matter. */
    private static void moveOne(Random random) {
        StockClient client = server.client();
        try {
            List<RegionDescription> regions = client.tableExists(TABLE) ? client.regions(TABLE) : List.of();
            if (!regions.isEmpty()) {
                List<String> servers = client.servers();
                client.moveRegion(
                        regions.get(random.nextInt(regions.size())).encodedName(),
                        servers.get(random.nextInt(servers.size())));
            }
        } catch (IOException e) {
            System.err.println("not moved: " + e.getMessage());
        }
    }
}
