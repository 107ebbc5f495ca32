package io.sluice.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.Backpressure;
import io.sluice.Configuration;
import io.sluice.Ordering;
import io.sluice.TableName;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingTest {
    private static final TableName TABLE = TableName.valueOf("ns:t");

    private final Configuration conf = new Configuration();

    @Test
    void value_withoutKeys_isTheDefault() {
        assertThat(Settings.ORDERING.value(conf, TABLE)).isEqualTo(Ordering.NONE);
        assertThat(Settings.BLOCK_SIZE.value(conf)).isEqualTo(65_536);
    }

    @Test
    void value_ofATable_goesOverThatOfAll() {
        conf.set("sluice.client.ordering", "PER_ROW");
        assertThat(Settings.ORDERING.value(conf, TABLE)).isEqualTo(Ordering.PER_ROW);
        conf.set("sluice.table.ns:t.ordering", "NONE");
        assertThat(Settings.ORDERING.value(conf, TABLE)).isEqualTo(Ordering.NONE);
        assertThat(Settings.ORDERING.value(conf, TableName.valueOf("t"))).isEqualTo(Ordering.PER_ROW);
    }

    @ParameterizedTest(name = "{0} under {1}")
    @CsvSource({"t, t", "t, default:t", "my.table, my.table", "ns:my.table, ns:my.table"})
    void value_ofATable_isFoundByItsName(String table, String name) {
        conf.set("sluice.table." + name + ".max.in.flight.per.server", "3");
        assertThat(Settings.MAX_IN_FLIGHT_PER_SERVER.value(conf, TableName.valueOf(table)))
                .isEqualTo(3);
    }

    @Test
    void duration_isInMillisecondsOrHasAUnit() {
        conf.set("sluice.client.close.timeout", "1500");
        assertThat(Settings.CLOSE_TIMEOUT.value(conf, TABLE)).isEqualTo(Duration.ofMillis(1_500));
        conf.set("sluice.client.close.timeout", "2m");
        assertThat(Settings.CLOSE_TIMEOUT.value(conf, TABLE)).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void constant_isReadInAnyCase() {
        conf.set("sluice.client.ordering", " per_Row ");
        assertThat(Settings.ORDERING.value(conf, TABLE)).isEqualTo(Ordering.PER_ROW);
    }

    @Test
    void constant_unknown_namesKeyValueSourceAndWhatThereIs() {
        read("sluice.table.ns:t.ordering", "sorted");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.ORDERING.value(conf, TABLE))
                .withMessage(
                        "sluice.table.ns:t.ordering = 'sorted' is not one of [NONE, PER_ROW] (hbase-site.xml, line 1)");
    }

    @Test
    void read_refusedValue_namesKeyValueSourceAndReason() {
        read("sluice.client.block.size", "7");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.BLOCK_SIZE.read(conf, SettingTest::tooSmall))
                .withMessage("sluice.client.block.size = '7' (hbase-site.xml, line 1): 7 is less than 8");
    }

    @Test
    void read_refusedValueOfATable_namesItsKey() {
        conf.set("sluice.client.max.in.flight.per.server", "1");
        conf.set("sluice.table.ns:t.max.in.flight.per.server", "7");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.MAX_IN_FLIGHT_PER_SERVER.read(conf, TABLE, SettingTest::tooSmall))
                .withMessageStartingWith("sluice.table.ns:t.max.in.flight.per.server = '7'");
    }

    @Test
    void read_returnsWhatTheUseReturns() {
        conf.set("sluice.client.block.size", "9");
        String used = Settings.BLOCK_SIZE.read(conf, bytes -> "of " + bytes);
        assertThat(used).isEqualTo("of 9");
    }

    @Test
    void backpressure_waiting_isThatMode() {
        Duration max = Duration.ofSeconds(1);
        assertThat(BackpressureMode.BLOCK.waiting(max)).isEqualTo(Backpressure.block(max));
        assertThat(BackpressureMode.FAIL.waiting(max)).isEqualTo(Backpressure.fail());
        assertThat(BackpressureMode.UNBOUNDED.waiting(max)).isEqualTo(Backpressure.unbounded());
    }

    private static int tooSmall(int value) {
        throw new IllegalArgumentException(value + " is less than 8");
    }

    private void read(String key, String value) {
        String xml = "<configuration><property><name>" + key + "</name><value>" + value
                + "</value></property></configuration>";
        conf.addResource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "hbase-site.xml");
    }
}
