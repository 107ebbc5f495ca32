package io.sluice.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnTypeTest {
    @Test
    void encode_numbers_areHBasesBytes() {
        assertThat(encode("string", "ä")).containsExactly(0xc3, 0xa4);
        assertThat(encode("short", "-2")).isEqualTo(Bytes.toBytes((short) -2));
        assertThat(encode("int", "77")).isEqualTo(Bytes.toBytes(77));
        assertThat(encode("long", "-1")).isEqualTo(Bytes.toBytes(-1L));
        assertThat(encode("float", "1.5")).isEqualTo(Bytes.toBytes(1.5f));
        assertThat(encode("double", "1e3")).isEqualTo(Bytes.toBytes(1000d));
        assertThat(encode("boolean", "Yes")).isEqualTo(Bytes.toBytes(true));
        assertThat(encode("hex", "0aFF")).containsExactly(0x0a, 0xff);
        assertThat(encode("base64", "AAE=")).containsExactly(0, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "timestamp,1700000000123,1700000000123",
        "timestamp,1970-01-02,86400000",
        "timestamp,1970-01-01T00:00:01Z,1000",
        "timestamp,1970-01-01T01:00:01+01:00,1000",
        "timestamp,1970-01-01 00:00:01.5,1500",
        "timestamp(yyyy/MM/dd),1970/01/02,86400000",
        "timestamp(dd.MM.yyyy HH:mm),01.01.1970 00:01,60000"
    })
    void encode_timestamps_areMilliseconds(String type, String text, long millis) {
        assertThat(encode(type, text)).isEqualTo(Bytes.toBytes(millis));
    }

    @ParameterizedTest
    @CsvSource({
        "int,x",
        "int,3000000000",
        "boolean,maybe",
        "hex,0",
        "hex,zz",
        "base64,*",
        "timestamp,yesterday",
        "double,''"
    })
    void encode_otherText_isNamed(String type, String text) {
        assertThatThrownBy(() -> encode(type, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is not a" + (type.equals("int") ? "n " : " ") + type);
    }

    @Test
    void of_unknown_listsTheTypes() {
        assertThatThrownBy(() -> ColumnType.of("decimal"))
                .hasMessageContaining("'decimal'")
                .hasMessageContaining("base64, boolean");
    }

    private static byte[] encode(String type, String text) {
        return ColumnType.of(type).encode(text);
    }
}
