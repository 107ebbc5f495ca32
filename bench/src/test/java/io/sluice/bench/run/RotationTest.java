package io.sluice.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RotationTest {
    @Test
    void of_beginsWithTheNextOneInEachRound() {
        List<String> contenders = List.of("a", "b", "c");
        assertThat(Rotation.of(contenders, 0)).containsExactly("a", "b", "c");
        assertThat(Rotation.of(contenders, 1)).containsExactly("b", "c", "a");
        assertThat(Rotation.of(contenders, 5)).containsExactly("c", "a", "b");
    }
}
