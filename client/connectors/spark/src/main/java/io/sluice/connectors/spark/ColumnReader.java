package io.sluice.connectors.spark;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/** Reads a column of a Spark row as a value of a class that {@link io.sluice.connectors.SourceRecord} names. */
interface ColumnReader {
    /** Returns the value, or null if there is none. */
    @Nullable Object read(SpecializedGetters row);

    /** Returns the UTF-8 bytes of a text, which Spark keeps as such; null if there is none, or the value is no text. */
    default byte @Nullable [] utf8(SpecializedGetters row) {
        return null;
    }

    /** Reads a column of texts. */
    record Text(int index) implements ColumnReader {
        @Override
        public @Nullable Object read(SpecializedGetters row) {
            return row.isNullAt(index) ? null : row.getUTF8String(index).toString();
        }

        @Override
        public byte @Nullable [] utf8(SpecializedGetters row) {
            return row.isNullAt(index) ? null : row.getUTF8String(index).getBytes();
        }
    }

    /**
     * Returns the reader of a column.
     *
     * @param name for errors
     * @param index of the column in its row
     * @throws IllegalArgumentException if its type cannot be written
     */
    static ColumnReader of(String name, DataType type, int index) {
        if (type instanceof StringType) {
            return new Text(index);
        }
        ColumnReader value = ofValue(name, type, index);
        return row -> row.isNullAt(index) ? null : value.read(row);
    }

    private static ColumnReader ofValue(String name, DataType type, int index) {
        if (type instanceof BinaryType) {
            return row -> row.getBinary(index);
        }
        if (type instanceof BooleanType) {
            return row -> row.getBoolean(index);
        }
        if (type instanceof NullType) {
            return row -> null;
        }
        ColumnReader number = ofNumber(type, index);
        ColumnReader reader = number != null ? number : ofTime(type, index);
        if (reader == null) {
            throw new IllegalArgumentException("column '" + name + "' is of type " + type.sql()
                    + ", which cannot be written; drop it by select(), or convert it to text, such as by to_json()");
        }
        return reader;
    }

    private static @Nullable ColumnReader ofNumber(DataType type, int index) {
        if (type instanceof ByteType) {
            return row -> row.getByte(index);
        }
        if (type instanceof ShortType) {
            return row -> row.getShort(index);
        }
        if (type instanceof IntegerType) {
            return row -> row.getInt(index);
        }
        if (type instanceof LongType) {
            return row -> row.getLong(index);
        }
        if (type instanceof FloatType) {
            return row -> row.getFloat(index);
        }
        if (type instanceof DoubleType) {
            return row -> row.getDouble(index);
        }
        if (type instanceof DecimalType decimal) {
            return row ->
                    row.getDecimal(index, decimal.precision(), decimal.scale()).toJavaBigDecimal();
        }
        return null;
    }

    private static @Nullable ColumnReader ofTime(DataType type, int index) {
        if (type instanceof DateType) {
            return row -> LocalDate.ofEpochDay(row.getInt(index));
        }
        if (type instanceof TimestampType) {
            return row -> instant(row.getLong(index));
        }
        if (type instanceof TimestampNTZType) {
            return row -> LocalDateTime.ofInstant(instant(row.getLong(index)), ZoneOffset.UTC);
        }
        return null;
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
