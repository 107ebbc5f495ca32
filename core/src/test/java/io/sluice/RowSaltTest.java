package io.sluice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowSaltTest {
    /** Computed by another program, from the words of the Javadoc. */
    @ParameterizedTest
    @CsvSource({
        "'',16,07-",
        "0001,4,3-0001",
        "0001,16,03-0001",
        "customer-42,16,02-customer-42",
        "\\xC3\\xBC,7,2-\\xC3\\xBC",
        "\\xFF\\x00\\x80,1000,404-\\xFF\\x00\\x80",
        "2013-01-01,100,60-2013-01-01"
    })
    void salted_isAsDocumented(String key, int salts, String salted) {
        assertThat(Bytes.toStringBinary(RowSalt.of(salts).salted(Bytes.toBytesBinary(key))))
                .isEqualTo(salted);
    }

    @Test
    void salted_neighborsSpread_andKeepTheirKeys() {
        RowSalt salt = RowSalt.of(16);
        Set<String> prefixes = new HashSet<>();
        for (int i = 0; i < 400; i++) {
            byte[] key = ("key-" + i).getBytes(UTF_8);
            byte[] salted = salt.salted(key);
            assertThat(Arrays.copyOfRange(salted, 3, salted.length)).isEqualTo(key);
            prefixes.add(new String(salted, 0, 3, UTF_8));
        }
        assertThat(prefixes).hasSize(16).contains("00-", "15-");
    }

    @Test
    void splitKeys_areAllSaltsButTheFirst() {
        assertThat(RowSalt.of(16).splitKeys())
                .extracting(key -> new String(key, UTF_8))
                .hasSize(15)
                .startsWith("01")
                .endsWith("15");
    }

    @Test
    void of_fewerThanTwo_orTooMany_isRefused() {
        assertThatThrownBy(() -> RowSalt.of(1)).hasMessage("a salt has 2 to 1000 values, not 1");
        assertThatThrownBy(() -> RowSalt.of(1_001)).hasMessageContaining("not 1001");
    }
}
