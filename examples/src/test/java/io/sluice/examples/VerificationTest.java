package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.RowCount;
import io.sluice.loader.write.Tally;
import org.junit.jupiter.api.Test;

class VerificationTest {
    @Test
    void of_everythingEqual_isProven() {
        assertThat(Verification.of(new RowCount(10, 20, 77), numbers(10, 0, 0)))
                .isEqualTo(new Verification(
                        true, "10 rows with 20 cells read back by HBase's own client, checksum equal"));
    }

    @Test
    void of_oneRowLess_saysMissing() {
        Verification verification = Verification.of(new RowCount(9, 20, 77), numbers(10, 0, 0));
        assertThat(verification.proven()).isFalse();
        assertThat(verification.text()).startsWith("1 ROWS MISSING");
    }

    @Test
    void of_oneRowMore_saysTooMany() {
        Verification verification = Verification.of(new RowCount(11, 20, 77), numbers(10, 0, 0));
        assertThat(verification.proven()).isFalse();
        assertThat(verification.text()).startsWith("1 ROWS TOO MANY");
    }

    @Test
    void of_otherChecksumOrCells_saysDifferent() {
        assertThat(Verification.of(new RowCount(10, 20, 78), numbers(10, 0, 0)).text())
                .startsWith("CONTENT DIFFERS");
        assertThat(Verification.of(new RowCount(10, 21, 77), numbers(10, 0, 0)).proven())
                .isFalse();
    }

    @Test
    void of_undecidedRowsThere_isNoProofAndNoLoss() {
        Verification verification = Verification.of(new RowCount(12, 24, 5), numbers(10, 1, 2));
        assertThat(verification.proven()).isFalse();
        assertThat(verification.text()).endsWith("at least the 10 acknowledged");
    }

    @Test
    void of_undecidedRowsAndOneAcknowledgedMissing_saysMissing() {
        assertThat(Verification.of(new RowCount(9, 24, 5), numbers(10, 1, 2)).text())
                .startsWith("1 ROWS MISSING");
    }

    private static Tally.Numbers numbers(long acknowledged, long failed, long undecided) {
        long all = acknowledged + failed + undecided;
        return new Tally.Numbers(0, all, 0, all, acknowledged, failed, undecided, 1, 20, 77);
    }
}
