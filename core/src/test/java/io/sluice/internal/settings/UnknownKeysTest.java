package io.sluice.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownKeysTest {
    private final Configuration conf = new Configuration();

    @Test
    void knownKeys_andThoseOfOthers_areNotWarnedOf() {
        for (Setting<?> setting : Settings.all()) {
            conf.set(setting.name(), "x");
            if (setting.ofTable()) {
                conf.set(setting.nameFor("t"), "x");
                conf.set(setting.nameFor("ns:my.table-1"), "x");
            }
        }
        conf.set("hbase.client.no.such.key", "x");
        conf.set("sluicegate.height", "x");
        assertThat(UnknownKeys.warnings(conf)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "sluice.client.bufer.budget, sluice.client.buffer.budget",
        "sluice.client.bufferBudget, sluice.client.buffer.budget",
        "sluice.client.pool.max.lifetime.variants, sluice.client.pool.max.lifetime.variance",
        "sluice.backpressure, sluice.client.backpressure",
        "sluice.hbase.table.write, sluice.hbase.table.writes",
        "sluice.table.ns:t.backpresure, sluice.table.ns:t.backpressure",
        "sluice.table.my.table.maxRequestSize, sluice.table.my.table.max.request.size",
        "sluice.table.t.close.timeouts, sluice.table.t.close.timeout",
        "sluice.table.not:a:name.ordering, sluice.client.ordering"
    })
    void unknownKey_isWarnedOf_withTheNearest(String key, String nearest) {
        conf.set(key, "x");
        assertThat(UnknownKeys.warnings(conf))
                .containsExactly(key + " (set by the program) is not a setting of Sluice and has no effect;"
                        + " the nearest one is " + nearest);
    }

    /** Else the key of one setting of a table might be the key of another setting of another table. */
    @Test
    void namesOfSettingsOfTables_doNotEndWithEachOther() {
        assertThat(Settings.all().stream().filter(Setting::ofTable))
                .hasSizeGreaterThan(5)
                .allSatisfy(one -> {
                    String suffix = "." + one.name().substring(Setting.CLIENT_PREFIX.length());
                    assertThat(Settings.all().stream().filter(other -> other.ofTable() && other != one))
                            .noneMatch(other -> other.name().endsWith(suffix));
                });
    }
}
