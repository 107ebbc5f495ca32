package io.sluice.connectors.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.connectors.ColumnType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowColumnsTest {
    private static final long MICROS = 1_700_000_000_123_456L;

    @Test
    void value_ofEachType_isOneThatAMappingTakes() {
        check(DataTypes.StringType, UTF8String.fromString("für"), "für", "für");
        check(DataTypes.BooleanType, true, true, "true");
        check(DataTypes.ByteType, (byte) -1, (byte) -1, "-1");
        check(DataTypes.ShortType, Short.MIN_VALUE, Short.MIN_VALUE, "-32768");
        check(DataTypes.IntegerType, Integer.MAX_VALUE, Integer.MAX_VALUE, "2147483647");
        check(DataTypes.LongType, Long.MIN_VALUE, Long.MIN_VALUE, "-9223372036854775808");
        check(DataTypes.FloatType, 1.5f, 1.5f, "1.5");
        check(DataTypes.DoubleType, -0.1, -0.1, "-0.1");
        check(
                DataTypes.createDecimalType(30, 2),
                Decimal.apply(new BigDecimal("1234567890123456789012345678.90")),
                new BigDecimal("1234567890123456789012345678.90"),
                "1234567890123456789012345678.90");
        check(DataTypes.DateType, -1, LocalDate.of(1969, 12, 31), "1969-12-31");
        check(
                DataTypes.TimestampType,
                MICROS,
                Instant.ofEpochSecond(1_700_000_000, 123_456_000),
                "2023-11-14T22:13:20.123456Z");
        check(DataTypes.TimestampType, -1L, Instant.ofEpochSecond(-1, 999_999_000), "1969-12-31T23:59:59.999999Z");
        check(
                DataTypes.TimestampNTZType,
                MICROS,
                LocalDateTime.of(2023, 11, 14, 22, 13, 20, 123_456_000),
                "2023-11-14T22:13:20.123456");
        check(DataTypes.BinaryType, new byte[] {0, -1}, new byte[] {0, -1}, null);
    }

    /** @param text what the type {@code string} stores, or null if that is not a text */
    private static void check(DataType type, Object internal, Object value, @Nullable String text) {
        RowColumns columns = new RowColumns(new StructType().add("c", type), null);
        InternalRow row = new GenericInternalRow(new Object[] {internal});
        assertThat(columns.value(row, 0)).as(type.sql()).isEqualTo(value);
        assertThat(columns.value(row, "c")).isEqualTo(value);
        byte @Nullable [] utf8 = value instanceof String name ? name.getBytes(UTF_8) : null;
        assertThat(columns.utf8(row, 0)).as(type.sql()).isEqualTo(utf8);
        if (text != null) {
            assertThat(new String(ColumnType.STRING.encode(value), UTF_8)).isEqualTo(text);
        }
        InternalRow none = new GenericInternalRow(new @Nullable Object[] {null});
        assertThat(columns.value(none, 0)).as("no " + type.sql()).isNull();
        assertThat(columns.utf8(none, "c")).as("no " + type.sql()).isNull();
    }

    @Test
    void value_ofANullType_isNone() {
        RowColumns columns = new RowColumns(new StructType().add("c", DataTypes.NullType), null);
        assertThat(columns.value(new GenericInternalRow(new @Nullable Object[] {null}), 0))
                .isNull();
    }

    @Test
    void columnsOfStructs_haveNamesWithDots_andNoValueIfTheirStructHasNone() {
        StructType point = new StructType().add("x", DataTypes.IntegerType).add("y", DataTypes.IntegerType);
        StructType place = new StructType().add("name", DataTypes.StringType).add("at", point);
        RowColumns columns =
                new RowColumns(new StructType().add("id", DataTypes.LongType).add("place", place), null);
        assertThat(columns.names()).containsExactly("id", "place.name", "place.at.x", "place.at.y");
        InternalRow at = new GenericInternalRow(new Object[] {1, 2});
        InternalRow row = new GenericInternalRow(new Object[] {
            7L, new GenericInternalRow(new Object[] {UTF8String.fromString("a"), at})
        });
        assertThat(columns.value(row, "place.name")).isEqualTo("a");
        assertThat(columns.utf8(row, "place.name")).isEqualTo("a".getBytes(UTF_8));
        assertThat(columns.value(row, "place.at.y")).isEqualTo(2);
        assertThat(columns.value(row, 0)).isEqualTo(7L);
        InternalRow empty = new GenericInternalRow(new @Nullable Object[] {7L, null});
        assertThat(columns.value(empty, "place.at.y")).isNull();
        assertThat(columns.utf8(empty, "place.name")).isNull();
        assertThat(columns.value(empty, "place")).isNull();
    }

    @Test
    void twoColumnsOfOneName_areRefused() {
        StructType schema = new StructType()
                .add("a", new StructType().add("b", DataTypes.LongType))
                .add("a.b", DataTypes.LongType);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RowColumns(schema, null))
                .withMessage("two columns of the DataFrame have the name 'a.b'");
    }

    @Test
    void deletes_onlyIfItsColumnIsTrue() {
        StructType schema = new StructType().add("gone", DataTypes.BooleanType).add("id", DataTypes.LongType);
        RowColumns columns = new RowColumns(schema, "gone");
        assertThat(columns.names()).containsExactly("id");
        InternalRow gone = new GenericInternalRow(new Object[] {true, 5L});
        assertThat(columns.deletes(gone)).isTrue();
        assertThat(columns.value(gone, "id")).isEqualTo(5L);
        assertThat(columns.deletes(new GenericInternalRow(new Object[] {false, 5L})))
                .isFalse();
        assertThat(columns.deletes(new GenericInternalRow(new @Nullable Object[] {null, 5L})))
                .isFalse();
        assertThat(new RowColumns(schema, null).deletes(gone)).isFalse();
    }
}
