package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Ordering;
import io.sluice.TableName;
import io.sluice.internal.settings.Settings;
import io.sluice.internal.settings.UnknownKeys;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class WriterConnectionTest {
    private final Configuration hadoop = new Configuration(false);

    @Test
    void translated_keysOfSluice_areKept_andNoneIsUnknown() {
        hadoop.set("sluice.hbase.table.writes", "true");
        hadoop.set("sluice.client.buffer.budget", "${my.budget}");
        hadoop.set("my.budget", "1000000");
        hadoop.set("sluice.table.ns:my.table.ordering", "PER_ROW");

        io.sluice.Configuration ours = WriterConnection.translated(hadoop);
        assertThat(Settings.BUFFER_BUDGET.value(ours)).isEqualTo(1_000_000);
        assertThat(Settings.ORDERING.value(ours, TableName.valueOf("ns:my.table")))
                .isEqualTo(Ordering.PER_ROW);
        assertThat(UnknownKeys.warnings(ours)).isEmpty();
    }

    @Test
    void translated_misspeltKey_isUnknown() {
        hadoop.set("sluice.hbase.tables.writes", "true");
        assertThat(UnknownKeys.warnings(WriterConnection.translated(hadoop))).hasSize(1);
    }
}
