package io.sluice.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTest {
    @ParameterizedTest
    @CsvSource({"0123abcd, true", "0123abcd-dirty, false", "unknown, false"})
    void isCommitted_onlyIfTheCommitSaysWhichCodeWasMeasured(String commit, boolean committed) {
        Environment environment = new Environment("processor", 2, 1024, "system", "jdk", 0.5, commit, "");
        assertThat(environment.isCommitted()).isEqualTo(committed);
    }
}
