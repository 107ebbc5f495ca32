package io.sluice.bench.nullserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionSpreadTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100, 999, 100_000})
    void region_ofRowsAtAndBesideEachStart_isTheOneThatContainsThem(int regions) {
        RegionSpread spread = new RegionSpread(7, regions);
        List<byte[]> keys = spread.splitKeys();

        assertThat(keys).hasSize(regions - 1);
        assertThat(spread.region(0)).isZero();
        assertThat(spread.region(-1)).isEqualTo(regions - 1);
        for (int i = 0; i < keys.size(); i++) {
            int start = ByteBuffer.wrap(keys.get(i)).getInt();
            assertThat(spread.region(start)).isEqualTo(i + 1);
            assertThat(spread.region(start - 1)).isEqualTo(i);
            assertThat(spread.server(start)).isEqualTo((i + 1) % 7);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 100_000})
    void region_ofRandomRows_isTheOneThatContainsThem(int regions) {
        RegionSpread spread = new RegionSpread(1, regions);
        List<byte[]> keys = spread.splitKeys();
        Random random = new Random(11);
        for (int i = 0; i < 10_000; i++) {
            int row = random.nextInt();
            int region = spread.region(row);
            assertThat(region == 0 || compare(keys.get(region - 1), row) <= 0).isTrue();
            assertThat(region == regions - 1 || compare(keys.get(region), row) > 0)
                    .isTrue();
        }
    }

    private static int compare(byte[] key, int row) {
        return Integer.compareUnsigned(ByteBuffer.wrap(key).getInt(), row);
    }
}
