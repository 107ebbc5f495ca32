package io.sluice.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolShapeTest {

    @ParameterizedTest
    @CsvSource({
        // maxFree, processors, stripes, places in each, shared
        "0, 2, 1, 0, 0",
        "1, 2, 1, 1, 0",
        "2, 2, 2, 1, 0",
        "10, 2, 8, 1, 2",
        "100, 2, 8, 6, 52",
        "2048, 2, 8, 8, 1984",
        "2048, 3, 8, 8, 1984",
        "2048, 1, 4, 8, 2016",
        "2048, 64, 64, 8, 1536",
        "2147483647, 64, 64, 8, 2147483135",
    })
    void of_boundAndProcessors_dealsOutThePlaces(int maxFree, int processors, int stripes, int each, int shared) {
        assertThat(PoolShape.of(maxFree, processors)).isEqualTo(new PoolShape(stripes, each, shared));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 64, 1_000})
    void of_anyBound_isKeptExactly(int processors) {
        for (int maxFree = 0; maxFree < 5_000; maxFree++) {
            PoolShape shape = PoolShape.of(maxFree, processors);
            assertThat(shape.maxFree()).isEqualTo(maxFree);
            assertThat(shape.sharedBlocks()).isNotNegative();
            assertThat(Integer.bitCount(shape.stripes())).isOne();
        }
    }
}
