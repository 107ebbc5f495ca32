package io.sluice.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Bytes;
import io.sluice.Cell;
import io.sluice.Delete;
import io.sluice.Durability;
import io.sluice.HConstants;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.RowSalt;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowMappingTest {
    private static final List<String> COLUMNS = List.of("id", "name", "n");

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
        assertThatThrownBy(() -> mapping.check(COLUMNS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column 'n'");
        assertThatThrownBy(() -> mapping.put(record("7", "a", "1")))
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining("column 'n'");
        RowMapping swapped = mapping(List.of("name=d:n", "n=d:name", "*=d"), null);
        swapped.check(COLUMNS);
        assertThat(swapped.put(record("7", "a", "1")).size()).isEqualTo(3);
        RowMapping elsewhere = mapping(List.of("name=e:n", "*=d"), null);
        elsewhere.check(COLUMNS);
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
    void put_recordsOfDifferentColumns_eachHaveTheirCells() throws Exception {
        RowMapping mapping = mapping(List.of("n=m:num:int", "*=d"), null);
        assertThat(mapping.put(Fields.of("id", "1", "n", 5)).has(bytes("m"), bytes("num"), 99, Bytes.toBytes(5)))
                .isTrue();
        Put other = mapping.put(Fields.of("id", "2", "name", "x"));
        assertThat(other.has(bytes("d"), bytes("name"), 99, bytes("x"))).isTrue();
        assertThat(other.size()).isEqualTo(2);
        assertThat(mapping.put(Fields.of("id", "3", "n", 6)).has(bytes("m"), bytes("num"), 99, Bytes.toBytes(6)))
                .isTrue();
    }

    /** The bytes are other ones than those of the value, to tell them apart. */
    private record Utf8Fields(Fields fields) implements SourceRecord {
        @Override
        public List<String> names() {
            return fields.names();
        }

        @Override
        public @Nullable Object value(int index) {
            return fields.value(index);
        }

        @Override
        public @Nullable Object value(String name) {
            return fields.value(name);
        }

        @Override
        public byte @Nullable [] utf8(int index) {
            return utf8(names().get(index));
        }

        @Override
        public byte @Nullable [] utf8(String name) {
            return value(name) instanceof String text ? bytes(text.toUpperCase(Locale.ROOT)) : null;
        }

        @Override
        public long number() {
            return fields.number();
        }
    }

    @Test
    void put_textsInUtf8_areStoredAsTheyAre_unlessTheyHaveAnotherType() throws Exception {
        RowMapping mapping = mapping(List.of("hex=d:hex:hex", "*=d"), null);
        Put put = mapping.put(new Utf8Fields(Fields.of("id", "a", "hex", "ff", "name", "x", "n", 5, "no", "")));
        assertThat(put.getRow()).isEqualTo(bytes("A"));
        assertThat(put.has(bytes("d"), bytes("name"), 99, bytes("X"))).isTrue();
        assertThat(put.has(bytes("d"), bytes("hex"), 99, new byte[] {-1})).isTrue();
        assertThat(put.has(bytes("d"), bytes("n"), 99, bytes("5"))).isTrue();
        assertThat(put.size()).as("with id, without no").isEqualTo(4);
        assertThatThrownBy(() -> mapping.put(new Utf8Fields(Fields.of("id", "", "n", 5))))
                .hasMessage("field 'id' of the row key has no value");
    }

    @Test
    void put_valuesThatDoNotFit_breakTheLine() {
        RowMapping mapping = mapping(List.of("n=m:num:int"), null);
        assertThatThrownBy(() -> mapping.put(record("7", "a", "x")))
                .isInstanceOf(BadRecordException.class)
                .hasMessage("column 'n': 'x' is not an int");
        assertThatThrownBy(() -> mapping.put(record("7", "a", "2024-05-06")))
                .hasMessage("column 'n': '2024-05-06' is not an int; map it as n=m:num:timestamp");
        assertThatThrownBy(() -> mapping.put(record("", "a", "1")))
                .isInstanceOf(BadRecordException.class)
                .hasMessage("field 'id' of the row key has no value");
        assertThatThrownBy(() -> mapping.put(record("7", "a", "")))
                .isInstanceOf(BadRecordException.class)
                .hasMessage("no mapped column has a value");
    }

    @Test
    void check_missingColumns_areListed() {
        RowMapping mapping = mapping(List.of("x=d"), null);
        assertThatThrownBy(() -> mapping.check(List.of("a", "b")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The input has no column id, x; its columns are [a, b]");
    }

    @Test
    void put_salted_hasTheKeyOfTheHelper() throws Exception {
        Put put = mapping(List.of("*=d"), RowSalt.of(16)).put(record("0001", "a", "1"));
        assertThat(put.getRow()).isEqualTo(RowSalt.of(16).salted(bytes("0001")));
    }

    @Test
    void put_typedValues_areStoredByTheirType() throws Exception {
        RowMapping mapping = typed("a=d:a:long,b=d:b:int,c=d:c:double,e=d:e,f=d:f:timestamp,g=d:g", Nulls.SKIP);
        Put put = mapping.put(Fields.of(
                "id",
                7L,
                "a",
                5,
                "b",
                6L,
                "c",
                1.5f,
                "e",
                new byte[] {0, -1},
                "f",
                Instant.ofEpochMilli(17),
                "g",
                new BigDecimal("1E+3")));
        assertThat(put.getRow()).isEqualTo(bytes("7"));
        assertThat(put.has(bytes("d"), bytes("a"), Bytes.toBytes(5L))).isTrue();
        assertThat(put.has(bytes("d"), bytes("b"), Bytes.toBytes(6))).isTrue();
        assertThat(put.has(bytes("d"), bytes("c"), Bytes.toBytes(1.5d))).isTrue();
        assertThat(put.has(bytes("d"), bytes("e"), new byte[] {0, -1})).isTrue();
        assertThat(put.has(bytes("d"), bytes("f"), Bytes.toBytes(17L))).isTrue();
        assertThat(put.has(bytes("d"), bytes("g"), bytes("1000"))).isTrue();
        assertThatThrownBy(() -> mapping.put(Fields.of("id", "7", "b", 1L << 40)))
                .isInstanceOf(BadRecordException.class)
                .hasMessage("column 'b': '1099511627776' is not an int");
        assertThatThrownBy(() -> mapping.put(Fields.of("id", "7", "b", new byte[3])))
                .hasMessage("column 'b': a value of 3 bytes does not fit the type int");
    }

    @Test
    void row_nullsThatDelete_goWithTheCells_inOneRow() throws Exception {
        RowMapping mapping = typed("*=d,n=e:x:int", Nulls.DELETE);
        Row row = mapping.row(Fields.of("id", "7", "n", null, "v", "1"), RowKind.UPDATE);
        assertThat(row).isInstanceOf(RowMutations.class);
        List<Mutation> both = ((RowMutations) row).getMutations();
        Cell deleted = both.get(0).get(bytes("e"), bytes("x")).get(0);
        assertThat(both.get(0).size()).isEqualTo(1);
        assertThat(deleted.getType()).isEqualTo(Cell.Type.DeleteColumn);
        assertThat(both.get(1).has(bytes("d"), bytes("v"), bytes("1"))).isTrue();
        assertThat(both.get(1).has(bytes("e"), bytes("x"))).isFalse();

        RowMapping one = typed("n=e:x:int", Nulls.DELETE);
        assertThat(one.row(Fields.of("id", "7", "n", null), RowKind.UPDATE)).isInstanceOf(Delete.class);
        assertThat(one.row(Fields.of("id", "7", "n", 1), RowKind.UPDATE)).isInstanceOf(Put.class);
        assertThatThrownBy(() -> one.row(Fields.of("id", "7"), RowKind.UPDATE))
                .isInstanceOf(BadRecordException.class)
                .hasMessage("no mapped column has a value");
        RowMapping skipping = typed("*=d,n=e:x:int", Nulls.SKIP);
        assertThat(skipping.row(Fields.of("id", "7", "n", null, "v", "1"), RowKind.UPDATE))
                .isInstanceOf(Put.class);
    }

    @Test
    void row_delete_removesWhatTheMappingWrites_andNoMore() throws Exception {
        Delete all = (Delete) typed("*=d,n=e:x:int", Nulls.SKIP).row(Fields.of("id", "7"), RowKind.DELETE);
        assertThat(all.getRow()).isEqualTo(bytes("7"));
        assertThat(all.size()).isEqualTo(2);
        assertThat(all.get(bytes("e"), bytes("x")).get(0).getType()).isEqualTo(Cell.Type.DeleteColumn);
        assertThat(all.getFamilyCellMap().get(bytes("d")))
                .extracting(Cell::getType)
                .containsExactly(Cell.Type.DeleteFamily);
    }

    @Test
    void row_timestamps_comeFromWhereTheSettingSays() throws Exception {
        assertThat(timestamp("record", Fields.of("id", "1", "v", "x").at(42))).isEqualTo(42);
        assertThat(timestamp("{t}", Fields.of("id", "1", "t", 43L).at(42))).isEqualTo(43);
        assertThat(timestamp("{t}", Fields.of("id", "1", "t", "1970-01-01T00:00:00.044Z")))
                .isEqualTo(44);
        assertThat(timestamp("write", Fields.of("id", "1", "v", "x"))).isEqualTo(HConstants.LATEST_TIMESTAMP);
        assertThatThrownBy(() -> timestamp("{t}", Fields.of("id", "1", "t", null)))
                .isInstanceOf(BadRecordException.class)
                .hasMessage("field 't' of the timestamp has no value");
        assertThatThrownBy(() -> timestamp("{t}", Fields.of("id", "1", "t", -1)))
                .hasMessageContaining("field 't' of the timestamp: -1 is not");
        assertThatThrownBy(() -> timestamp("record", Fields.of("id", "1", "v", 1)))
                .hasMessageContaining("no timestamp of its own");
        Delete delete = (Delete) settings("*=d", "{t}").row(Fields.of("id", "1").at(42), RowKind.DELETE);
        assertThat(delete.getTimestamp()).isEqualTo(42);
    }

    private static long timestamp(String setting, SourceRecord record) throws BadRecordException {
        return settings("*=d", setting).put(record).getTimestamp();
    }

    private static RowMapping settings(String map, String timestamp) {
        return new ConnectorSettings(Map.of("row.key", "{id}", "map", map, "timestamp", timestamp)).mapping();
    }

    private static RowMapping typed(String map, Nulls nulls) {
        return new ConnectorSettings(Map.of("row.key", "{id}", "map", map, "nulls", nulls.name())).mapping();
    }

    private static RowMapping mapping(List<String> mappings, @Nullable RowSalt salt) {
        return new RowMapping(
                mappings.stream().map(ColumnMapping::parse).toList(),
                RowKeyTemplate.parse("{id}"),
                salt,
                new CellRules(CellTimestamp.fixed(99), Durability.USE_DEFAULT, false, Nulls.SKIP));
    }

    private static SourceRecord record(String id, String name, String n) {
        return new Fields(Map.of("id", id, "name", name, "n", n), 12, OptionalLong.empty());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
