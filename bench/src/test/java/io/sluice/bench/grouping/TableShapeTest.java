package io.sluice.bench.grouping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableShapeTest {
    private static final int SERVERS = 7;
    private static final int REGIONS = 1_000;
    private static final int ROWS = 50_000;

    private static RegionMap map(TableShape shape) {
        CachingRegionLocator locator = new CachingRegionLocator(new SplitTable(shape));
        assertThat(locator.preload(SplitTable.TABLE)).isCompletedWithValue(REGIONS);
        return locator.regions(SplitTable.TABLE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rows_ofTable_areSpreadAsSaid(boolean skewed) {
        TableShape shape = new TableShape(SERVERS, REGIONS, skewed);
        RegionMap map = map(shape);
        int[] counts = new int[REGIONS];
        for (byte[] row : shape.rows(ROWS)) {
            counts[map.find(row, 0, row.length)]++;
        }
        int hot = 0;
        for (int region = 0; region < REGIONS; region += 5) {
            hot += counts[region];
        }
        assertThat(counts).doesNotContain(0);
        // One in five, or four in five and a fifth of the rest.
        assertThat((double) hot / ROWS).isBetween(skewed ? 0.83 : 0.19, skewed ? 0.85 : 0.21);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void regions_ofTable_coverItWithoutGaps(boolean skewed) {
        List<RegionLocation> regions =
                map(new TableShape(SERVERS, REGIONS, skewed)).regions();
        assertThat(regions).hasSize(REGIONS);
        assertThat(regions.get(0).startKey()).isEmpty();
        assertThat(regions.get(REGIONS - 1).endKey()).isEmpty();
        Set<Object> servers = new HashSet<>();
        for (int i = 0; i < REGIONS; i++) {
            servers.add(regions.get(i).server());
            if (i > 0) {
                assertThat(regions.get(i).startKey())
                        .isEqualTo(regions.get(i - 1).endKey());
            }
        }
        assertThat(servers).hasSize(SERVERS);
    }
}
