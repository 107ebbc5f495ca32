package io.sluice.loader.regions;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.internal.RegionCounts;
import io.sluice.loader.regions.RegionSample.Entry;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HotRegionsTest {
    private static final ServerName SERVER = ServerName.valueOf("h", 1, 2);

    @Test
    void lines_oneHotRegion_isFirst_withAKeyToSplitAt() {
        List<String> lines = HotRegions.lines(
                TableName.valueOf("t"),
                rates(Map.of("", 10L, "b", 0L, "d", 1L), Map.of("", 20L, "b", 980L, "d", 11L)),
                10,
                2);
        assertThat(lines.get(0)).isEqualTo("Table 't': 3 regions, 1,000 mutations in 10.0 s (100/s)");
        assertThat(lines.get(2)).contains("98.0%", "'b'", "'d'", "h:1");
        assertThat(lines.get(4)).contains("Hot: the region from 'b'", "split 't', \"c\"");
        assertThat(lines).hasSize(5);
    }

    @Test
    void lines_lastRegionHot_adviseASalt() {
        List<String> lines = HotRegions.lines(
                TableName.valueOf("t"),
                rates(Map.of("", 0L, "b", 0L, "d", 0L), Map.of("", 0L, "b", 0L, "d", 5L)),
                1,
                10);
        assertThat(lines.get(lines.size() - 1)).contains("--salt").doesNotContain("split '");
    }

    @Test
    void lines_evenOrNothing_isSaid() {
        assertThat(HotRegions.lines(
                        TableName.valueOf("t"), rates(Map.of("", 0L, "b", 0L), Map.of("", 5L, "b", 5L)), 1, 10))
                .endsWith("No region gets more than twice its fair share.");
        assertThat(HotRegions.lines(TableName.valueOf("t"), rates(Map.of("", 5L), Map.of("", 5L)), 1, 10))
                .last()
                .asString()
                .startsWith("Nothing was written");
    }

    @Test
    void between_regionThatMoved_countsFromZero() {
        assertThat(rates(Map.of("", 50L), Map.of("", 7L)).get(0).writes()).isEqualTo(7);
    }

    @Test
    void keys_ofNamesAndBetween() {
        assertThat(RegionKeys.startKey("t,a,b,1.enc.".getBytes(UTF_8))).isEqualTo("a,b".getBytes(UTF_8));
        assertThat(RegionKeys.startKey("t,,1.enc.".getBytes(UTF_8))).isEmpty();
        assertThat(RegionKeys.middle("a".getBytes(UTF_8), new byte[0])).isNull();
        assertThat(RegionKeys.middle("a".getBytes(UTF_8), new byte[] {'a', 0})).isNull();
        byte[] middle = Objects.requireNonNull(RegionKeys.middle("a".getBytes(UTF_8), "b".getBytes(UTF_8)));
        assertThat(Arrays.compareUnsigned(middle, "a".getBytes(UTF_8))).isPositive();
        assertThat(Arrays.compareUnsigned(middle, "b".getBytes(UTF_8))).isNegative();
    }

    private static List<RegionRate> rates(Map<String, Long> before, Map<String, Long> after) {
        return RegionRate.between(sample(before), sample(after));
    }

    private static RegionSample sample(Map<String, Long> writes) {
        Map<String, Entry> regions = new HashMap<>();
        writes.forEach((start, count) -> {
            String name = "t," + start + ",1.x.";
            regions.put(name, new Entry(SERVER, new RegionCounts(name.getBytes(ISO_8859_1), 0, count, 1)));
        });
        return new RegionSample(regions);
    }
}
