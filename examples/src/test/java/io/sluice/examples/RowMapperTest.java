package io.sluice.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.embedded.CellChecksum;
import io.sluice.loader.BadInputException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowMapperTest {
    private static final List<String> COLUMNS = List.of("a", "b");

    @Test
    void map_plain_saltAndNumberAreTheKey() throws BadInputException {
        MappedRow row = RowMapper.of(COLUMNS, List.of(), 16, false).map(record(33, "x", "y"));
        assertThat(text(row.key())).isEqualTo("01-0000000033");
        assertThat(cells(row)).containsExactly("a=x", "b=y");
    }

    @Test
    void map_keyColumns_areBetweenSaltAndNumber() throws BadInputException {
        MappedRow row = RowMapper.of(COLUMNS, List.of("b", "a"), 100, false).map(record(199, "x", "ü"));
        assertThat(text(row.key())).isEqualTo("99-ü-x-0000000199");
    }

    @Test
    void map_emptyFields_leftOutOrKept() throws BadInputException {
        assertThat(cells(RowMapper.of(COLUMNS, List.of(), 1, false).map(record(1, "", "y"))))
                .containsExactly("b=y");
        assertThat(cells(RowMapper.of(COLUMNS, List.of(), 1, true).map(record(1, "", "y"))))
                .containsExactly("a=", "b=y");
    }

    @Test
    void map_nothingButEmptyFields_stillARow() throws BadInputException {
        assertThat(cells(RowMapper.of(COLUMNS, List.of(), 1, false).map(record(1, "", ""))))
                .containsExactly("a=");
    }

    @Test
    void map_keyTooLong_refused() throws BadInputException {
        RowMapper mapper = RowMapper.of(COLUMNS, List.of("a"), 1, false);
        String longest = "k".repeat(32_767 - "00--0000000001".length());
        assertThat(mapper.map(record(1, longest, "")).key()).hasSize(32_767);
        assertThatThrownBy(() -> mapper.map(record(1, longest + "k", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32767");
    }

    @Test
    void of_unknownKeyColumnOrTooManySalts_namesThem() {
        assertThatThrownBy(() -> RowMapper.of(COLUMNS, List.of("c"), 1, false))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("'c'")
                .hasMessageContaining("[a, b]");
        assertThatThrownBy(() -> RowMapper.of(COLUMNS, List.of(), 101, false))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("101");
    }

    @Test
    void splitKeys_sixteenRegions_fifteenSalts() {
        assertThat(RowMapper.splitKeys(16)).hasSize(15);
        assertThat(text(RowMapper.splitKeys(16).get(0))).isEqualTo("01");
        assertThat(text(RowMapper.splitKeys(16).get(14))).isEqualTo("15");
        assertThat(RowMapper.splitKeys(1)).isEmpty();
    }

    @Test
    void mappedRow_bytesAndChecksum_ofAllCells() throws BadInputException {
        MappedRow row = RowMapper.of(COLUMNS, List.of(), 1, false).map(record(1, "xx", "y"));
        CellChecksum expected = new CellChecksum();
        expected.add(row.key(), bytes("d"), bytes("b"), bytes("y"));
        expected.add(row.key(), bytes("d"), bytes("a"), bytes("xx"));
        assertThat(row.checksum(bytes("d"))).isEqualTo(expected.sum());
        assertThat(row.payloadBytes()).isEqualTo(13 + 3 + 2);
    }

    private static SourceRecord record(long number, String... fields) {
        return new SourceRecord(number, List.of(fields));
    }

    private static List<String> cells(MappedRow row) {
        return row.cells().stream()
                .map(cell -> text(cell.qualifier()) + "=" + text(cell.value()))
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
