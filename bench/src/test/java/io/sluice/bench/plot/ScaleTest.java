package io.sluice.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {

    @Test
    void of_valuesWithin20Times_isLinearFromZero() {
        Scale scale = Scale.of(List.of(5.0, 100.0, Double.NaN));
        assertThat(scale.logarithmic()).isFalse();
        assertThat(scale.share(100)).isEqualTo(1);
        assertThat(scale.share(25)).isEqualTo(0.25);
        assertThat(scale.lines()).isEmpty();
    }

    @Test
    void of_valuesFurtherApart_isLogarithmicWithALinePerPowerOfTen() {
        Scale scale = Scale.of(List.of(4.0, 10_000.0));
        assertThat(scale.logarithmic()).isTrue();
        assertThat(scale.share(10_000)).isEqualTo(1);
        assertThat(scale.share(100)).isEqualTo(0.5, within(1e-9));
        assertThat(scale.lines()).containsExactly(10.0, 100.0, 1_000.0);
    }

    @Test
    void share_leastValue_hasABar() {
        for (double least : new double[] {0.001, 0.0199, 1, 1.9, 2, 9.99, 10, 11.2}) {
            assertThat(Scale.of(List.of(least, 1_000 * least)).share(least)).isBetween(0.05, 0.5);
        }
    }

    @Test
    void share_noNumberOrOutside_staysInside() {
        Scale scale = Scale.of(List.of(10.0, 1_000.0));
        assertThat(scale.share(Double.NaN)).isZero();
        assertThat(scale.share(0)).isZero();
        assertThat(scale.share(1e9)).isEqualTo(1);
        assertThat(Scale.of(List.of(Double.NaN)).share(Double.NaN)).isZero();
    }
}
