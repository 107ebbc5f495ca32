package io.sluice.hbase.programs.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RowCount;
import io.sluice.hbase.programs.HBaseProgram;
import io.sluice.hbase.programs.Way;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Spark job with an executor of its own writes by {@code TableOutputFormat} over Sluice what it writes over stock HBase. */
@Tag("long-form")
class SparkIT {
    private static final int ROWS = 20_000;
    private static EmbeddedHBase server;

    @BeforeAll
    static void startHBase() throws IOException {
        server = EmbeddedHBase.start(EmbeddedOptions.defaults().withRegionServers(2));
    }

    @AfterAll
    static void stopHBase() {
        server.close();
    }

    @Test
    void tableOutputFormat_overSluice_storesTheSameAsStock() throws Exception {
        RowCount stock = run(Way.STOCK);
        RowCount sluice = run(Way.SLUICE);

        assertThat(stock.rows()).isEqualTo(ROWS);
        assertThat(stock.cells()).isEqualTo(2L * ROWS);
        assertThat(sluice).isEqualTo(stock);
    }

    /** The proof of the proof, and that the executor's connection is the one that the job's configuration names. */
    @Test
    void tableOutputFormat_overAConnectionThatLosesMutations_storesLess() throws Exception {
        assertThat(run(Way.LOSING).rows()).isBetween(1L, ROWS - 1L);
    }

    private static RowCount run(Way way) throws Exception {
        String table = "spark-" + way;
        List<byte[]> splits = List.of("3".getBytes(StandardCharsets.UTF_8), "6".getBytes(StandardCharsets.UTF_8));
        server.client().createTable(table, List.of(FamilyOptions.of(SparkJob.FAMILY)), splits);
        HBaseProgram.Outcome outcome =
                SparkProgram.run(way, server.settings(), SparkJob.class, List.of(table, "" + ROWS));
        assertThat(Long.parseLong(outcome.printed(SparkJob.EXECUTORS)))
                .as("CPU time of a JVM that is not the driver's")
                .isPositive();
        return server.client().countRows(table, 1_000);
    }
}
