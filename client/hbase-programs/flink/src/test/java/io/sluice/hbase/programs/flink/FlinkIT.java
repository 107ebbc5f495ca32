package io.sluice.hbase.programs.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.RowCount;
import io.sluice.hbase.programs.Way;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Flink job stores by Sluice's sink what it stores by Apache's. */
@Tag("long-form")
class FlinkIT {
    private static final int ROWS = 20_000;

    @Test
    void sink_ofTheSameJob_storesTheSameAsApaches() throws Exception {
        try (EmbeddedHBase server = EmbeddedHBase.start()) {
            CompareFlink.createTables(server);

            CompareFlink.run(server.settings(), Way.STOCK, ROWS, "" + FlinkJob.APACHES_ROWS);
            CompareFlink.run(server.settings(), Way.SLUICE, ROWS, FlinkJob.SLUICE);
            assertThat(CompareFlink.measuredFloor(server, ROWS).rowsPerSecond()).isPositive();

            RowCount apache = server.client().countRows(CompareFlink.table(Way.STOCK));
            assertThat(apache.rows()).isEqualTo(ROWS);
            assertThat(apache.cells()).isEqualTo(ROWS);
            assertThat(server.client().countRows(CompareFlink.table(Way.SLUICE)))
                    .isEqualTo(apache);
        }
    }
}
