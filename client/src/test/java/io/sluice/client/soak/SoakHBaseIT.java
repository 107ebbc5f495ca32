package io.sluice.client.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.Registry;
import io.sluice.client.internal.wire.Fuzzer;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Scenarios of {@link Family#ONE_TABLE} against a real HBase, for 15 seconds, with {@code -Pthorough} for 45, or as long as
 * {@code -Dsluice.soak.minutes} says: whatever is accepted has arrived soon after.
 */
@Tag(Fuzzer.LONG_FORM)
@Timeout(value = 1, unit = TimeUnit.DAYS)
class SoakHBaseIT {
    private static final double DEFAULT_MINUTES = Boolean.getBoolean("sluice.thorough") ? 0.75 : 0.25;
    private static final long DEFAULT_SEED = 20261123;
    private static final int LINES_OF_THE_SERVER = 200;

    @Test
    void twentyMutatorsOfOneTable_nothingStaysUnsent() throws Exception {
        long seed = Long.getLong("sluice.soak.seed", DEFAULT_SEED);
        double minutes = Double.parseDouble(System.getProperty("sluice.soak.minutes", "" + DEFAULT_MINUTES));
        try (EmbeddedHBase server = EmbeddedHBase.start(EmbeddedOptions.defaults()
                .withRegionServers(2)
                .withFastStart()
                // 140 MB a scenario would fill a disk.
                .withSetting("hbase.master.cleaner.interval", "10000")
                .withSetting("hbase.master.hfilecleaner.ttl", "1000")
                .withSetting("hbase.master.logcleaner.ttl", "1000"))) {
            List<byte[]> splits = Stream.of(Scenario.SPLITS)
                    .map(split -> split.getBytes(StandardCharsets.UTF_8))
                    .toList();
            server.client().createTable("t0", List.of(FamilyOptions.of("f")), splits);
            Registry registry = Registry.zooKeeper("localhost:" + server.zooKeeperPort(), server.znodeParent());
            long end = Moment.now() + (long) (minutes * TimeUnit.MINUTES.toNanos(1));
            for (int number = 0; Moment.now() < end; number++) {
                long begun = Moment.now();
                Scenario scenario = Scenario.real(Family.ONE_TABLE, Scenario.seed(seed, number), registry);
                Violation violation = scenario.run();
                System.out.println(scenario.summary(number, Moment.seconds(Moment.now() - begun)));
                if (violation != null) {
                    printEnd(server.logFile());
                }
                assertThat(violation).as("-Dsluice.soak.seed=%s", seed).isNull();
            }
        }
    }

    /** The server may have been slow itself: then it says so. */
    private static void printEnd(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        lines.subList(Math.max(0, lines.size() - LINES_OF_THE_SERVER), lines.size())
                .forEach(System.out::println);
    }
}
