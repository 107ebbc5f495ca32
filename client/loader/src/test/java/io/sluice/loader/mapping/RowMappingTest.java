package io.sluice.loader.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Bytes;
import io.sluice.Durability;
import io.sluice.Put;
import io.sluice.RowSalt;
import io.sluice.loader.BadInputException;
import io.sluice.loader.input.BrokenLineException;
import io.sluice.loader.input.Columns;
import io.sluice.loader.input.InputRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowMappingTest {
    private static final Columns COLUMNS = new Columns(List.of("id", "name", "n"));

    @ParameterizedTest
    @CsvSource({
        "'{name}-{id}','Ab-7'",
        "'{id|pad:3}','007'",
        "'{name|reverse|upper}','BA'",
        "'{name|lower}{{x}}','ab{x}'",
        "'{#}','12'",
        "'{name|hash:6}','5ef5e2'"
    })
    void key_template_isFilled(String template, String key) {
        String made = new String(RowKeyTemplate.parse(template).key(record("7", "Ab", "1")), UTF_8);
        if (template.contains("hash")) {
            assertThat(made).matches("[0-9a-f]{6}");
            assertThat(RowKeyTemplate.parse(template).key(record("8", "Ab", "2")))
                    .isEqualTo(made.getBytes(UTF_8));
            assertThat(RowKeyTemplate.parse(template).key(record("8", "Ac", "2")))
                    .isNotEqualTo(made.getBytes(UTF_8));
        } else {
            assertThat(made).isEqualTo(key);
        }
    }

    @Test
    void key_binary_isBytes() {
        assertThat(RowKeyTemplate.parse("{name}{id|long}").key(record("7", "a", "")))
                .isEqualTo(new byte[] {'a', 0, 0, 0, 0, 0, 0, 0, 7});
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "constant",
                "{id",
                "id}",
                "{}",
                "{id|nonsense}",
                "{id|pad}",
                "{id|pad:0}",
                "{id|long|pad:3}",
                "{id|reverse:2}"
            })
    void template_malformed_isNamed(String template) {
        assertThatThrownBy(() -> RowKeyTemplate.parse(template))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("row key '" + template + "': ");
    }

    @Test
    void mapping_forms_areRead() {
        assertThat(ColumnMapping.parse("a=f")).isEqualTo(new ColumnMapping("a", "f", null, ColumnType.STRING));
        ColumnMapping typed = ColumnMapping.parse("a=f:x\\:y\\\\:int");
        assertThat(typed.qualifier()).isEqualTo("x:y\\");
        assertThat(typed.type()).hasToString("int");
        assertThat(ColumnMapping.parse("a=f:int").qualifier()).isEqualTo("int");
        assertThat(ColumnMapping.parse("a=f::int").qualifier()).isNull();
        assertThat(ColumnMapping.parse("a=f:x\\y").qualifier()).isEqualTo("x\\y");
        ColumnMapping pattern = ColumnMapping.parse("a=f:q:timestamp(HH:mm)");
        assertThat(pattern.qualifier()).isEqualTo("q");
        assertThat(pattern.type()).hasToString("timestamp(HH:mm)");
        assertThatThrownBy(() -> ColumnMapping.parse("a")).hasMessageContaining("SOURCE=FAMILY");
        assertThatThrownBy(() -> ColumnMapping.parse("a=:q")).hasMessageContaining("column family");
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo", "x:int", "", "timestamp()", "INT"})
    void mapping_unknownType_isRefused_andTheTypesAreListed(String type) {
        assertThatThrownBy(() -> ColumnMapping.parse("year=d:y:" + type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown type '" + type + "'; types are base64, boolean")
                .hasMessageContaining("a colon in a qualifier is written \\:");
    }

    @Test
    void mapping_patternThatIsNone_isRefused() {
        assertThatThrownBy(() -> ColumnMapping.parse("a=f:q:timestamp(b)"))
                .hasMessageContaining("'b' is not a valid time pattern");
    }

    @Test
    void mapping_twoSourcesForOneCell_isRefused() {
        assertThatThrownBy(() -> mapping(List.of("name=d:q", "n=d:q"), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'name' and 'n' both map to cell d:q");
        assertThatThrownBy(() -> mapping(List.of("name=d:n", "n=d"), null)).hasMessageContaining("cell d:n");
    }

    @Test
    void mapping_columnOfTheRestForATakenCell_isRefused() throws Exception {
        RowMapping mapping = mapping(List.of("name=d:n", "*=d"), null);
        assertThatThrownBy(() -> mapping.check(COLUMNS.names()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("column 'n'");
        assertThatThrownBy(() -> mapping.put(record("7", "a", "1")))
                .isInstanceOf(BrokenLineException.class)
                .hasMessageContaining("column 'n'");
        RowMapping swapped = mapping(List.of("name=d:n", "n=d:name", "*=d"), null);
        swapped.check(COLUMNS.names());
        assertThat(swapped.put(record("7", "a", "1")).size()).isEqualTo(3);
        RowMapping elsewhere = mapping(List.of("name=e:n", "*=d"), null);
        elsewhere.check(COLUMNS.names());
    }

    @Test
    void put_mappedAndRest_haveTheirCells() throws Exception {
        Put put = mapping(List.of("n=m:num:int", "*=d"), null).put(record("7", "Ab", "5"));
        assertThat(put.getRow()).isEqualTo("7".getBytes(UTF_8));
        assertThat(put.getTimestamp()).isEqualTo(99);
        assertThat(put.has(bytes("m"), bytes("num"), 99, Bytes.toBytes(5))).isTrue();
        assertThat(put.has(bytes("d"), bytes("name"), 99, bytes("Ab"))).isTrue();
        assertThat(put.size()).isEqualTo(3);
    }

    @Test
    void put_valuesThatDoNotFit_breakTheLine() {
        RowMapping mapping = mapping(List.of("n=m:num:int"), null);
        assertThatThrownBy(() -> mapping.put(record("7", "a", "x")))
                .isInstanceOf(BrokenLineException.class)
                .hasMessage("column 'n': 'x' is not an int");
        assertThatThrownBy(() -> mapping.put(record("7", "a", "2024-05-06")))
                .hasMessage("column 'n': '2024-05-06' is not an int; use --map n=m:num:timestamp");
        assertThatThrownBy(() -> mapping.put(record("", "a", "1")))
                .isInstanceOf(BrokenLineException.class)
                .hasMessage("field 'id' of the row key has no value");
        assertThatThrownBy(() -> mapping.put(record("7", "a", "")))
                .isInstanceOf(BrokenLineException.class)
                .hasMessage("no mapped column has a value");
    }

    @Test
    void check_missingColumns_areListed() {
        RowMapping mapping = mapping(List.of("x=d"), null);
        assertThatThrownBy(() -> mapping.check(List.of("a", "b")))
                .isInstanceOf(BadInputException.class)
                .hasMessage("The input has no column id, x; its columns are [a, b]");
    }

    @Test
    void put_salted_hasTheKeyOfTheHelper() throws Exception {
        Put put = mapping(List.of("*=d"), RowSalt.of(16)).put(record("0001", "a", "1"));
        assertThat(put.getRow()).isEqualTo(RowSalt.of(16).salted(bytes("0001")));
    }

    private static RowMapping mapping(List<String> mappings, @Nullable RowSalt salt) {
        return new RowMapping(
                mappings.stream().map(ColumnMapping::parse).toList(),
                RowKeyTemplate.parse("{id}"),
                salt,
                new RowMapping.Cells(99, Durability.USE_DEFAULT, false));
    }

    private static InputRecord record(String id, String name, String n) {
        return new InputRecord(12, 13, COLUMNS, List.of(id, name, n), null, "", "");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
