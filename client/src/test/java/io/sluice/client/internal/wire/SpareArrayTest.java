package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpareArrayTest {
    private final SpareArray spare = new SpareArray();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 1000, 1024, 256 * 1024, 256 * 1024 + 1})
    void array_isLongEnough(int length) {
        assertThat(spare.take(length)).hasSizeBetween(length, Math.max(1, 2 * length));
    }

    @Test
    void arrayGivenBack_isTakenByOne() {
        byte[] array = spare.take(1000);
        spare.giveBack(array);

        assertThat(spare.take(1024)).isSameAs(array);
        assertThat(spare.take(10)).isNotSameAs(array);
    }

    @Test
    void arrayThatIsTooShort_isReplaced() {
        spare.giveBack(new byte[16]);

        assertThat(spare.take(17)).hasSizeGreaterThanOrEqualTo(17);
    }

    @Test
    void veryLongArray_isNotKept() {
        byte[] array = spare.take(256 * 1024 + 1);
        spare.giveBack(array);

        assertThat(spare.take(1)).isNotSameAs(array);
    }
}
