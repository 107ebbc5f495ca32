package io.sluice.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowTableTest {

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void anyChanges_itHoldsWhatAMapHolds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RowTable table = new RowTable();
        Map<Long, String> map = new HashMap<>();
        int rows = 1 + random.nextInt(400);
        for (int i = 0; i < 3_000; i++) {
            // Many with the same low bits, so that they meet in the same slots.
            long row = (long) random.nextInt(rows) << (seed % 2 == 0 ? 60 : 0);
            int slot = table.find(row);
            assertThat(slot >= 0).isEqualTo(map.containsKey(row));
            if (slot < 0) {
                table.add(row, "v" + i, i);
                map.put(row, "v" + i);
            } else if (random.nextInt(3) == 0) {
                table.replace(slot, "r" + i);
                map.put(row, "r" + i);
            } else {
                table.remove(slot);
                map.remove(row);
            }
            assertThat(table.size()).isEqualTo(map.size());
        }
        map.forEach((row, value) ->
                assertThat(table.value(table.find(row))).as("row %s", row).isEqualTo(value));
    }
}
