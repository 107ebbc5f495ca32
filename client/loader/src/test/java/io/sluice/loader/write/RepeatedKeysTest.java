package io.sluice.loader.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Bytes;
import org.junit.jupiter.api.Test;

class RepeatedKeysTest {
    @Test
    void found_differentKeys_isZero_howeverMany() {
        RepeatedKeys keys = new RepeatedKeys();
        for (int i = 0; i < 3_000_000; i++) {
            keys.add(Bytes.toBytes("row-" + i));
        }
        assertThat(keys.found()).isZero();
    }

    @Test
    void found_eachKeyTwice_isNearlyAllOfThem() {
        RepeatedKeys keys = new RepeatedKeys();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 10_000; i++) {
                keys.add(Bytes.toBytes("row-" + i));
            }
        }
        // Two keys in one slot replace each other.
        assertThat(keys.found()).isBetween(9_500L, 10_000L);
    }
}
