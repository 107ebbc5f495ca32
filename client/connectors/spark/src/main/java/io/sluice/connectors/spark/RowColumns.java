package io.sluice.connectors.spark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a DataFrame as fields of the mapping: those of a struct have names with dots, such as {@code
 * address.city}. Thread-safe.
 */
final class RowColumns {
    private final List<String> names = new ArrayList<>();
    private final List<ColumnReader> readers = new ArrayList<>();
    private final Map<String, Integer> indexes = new HashMap<>();
    private final @Nullable ColumnReader delete;

    /**
     * Reads a schema.
     *
     * @param deleteColumn a boolean column that is not part of the mapping; null for none
     * @throws IllegalArgumentException if a column has a type that cannot be written, or the name of another one
     */
    RowColumns(StructType schema, @Nullable String deleteColumn) {
        ColumnReader deletes = null;
        StructField[] fields = schema.fields();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].name().equals(deleteColumn)) {
                deletes = deletes(fields[i], i);
            } else {
                add("", fields[i], i, row -> row);
            }
        }
        if (deleteColumn != null && deletes == null) {
            throw new IllegalArgumentException(SinkSettings.DELETE_COLUMN + " is '" + deleteColumn
                    + "'; the DataFrame has no such column, its columns are " + names);
        }
        delete = deletes;
    }

    private static ColumnReader deletes(StructField field, int index) {
        if (!(field.dataType() instanceof BooleanType)) {
            throw new IllegalArgumentException(SinkSettings.DELETE_COLUMN + " is '" + field.name()
                    + "', which is of type " + field.dataType().sql() + "; it must be a BOOLEAN");
        }
        return ColumnReader.of(field.name(), field.dataType(), index);
    }

    /** Finds the struct of a column in a row. */
    private interface Way {
        @Nullable SpecializedGetters follow(SpecializedGetters row);
    }

    private void add(String prefix, StructField field, int index, Way way) {
        String name = prefix + field.name();
        if (field.dataType() instanceof StructType struct) {
            StructField[] fields = struct.fields();
            for (int i = 0; i < fields.length; i++) {
                add(name + ".", fields[i], i, row -> {
                    SpecializedGetters parent = way.follow(row);
                    return parent == null || parent.isNullAt(index) ? null : parent.getStruct(index, fields.length);
                });
            }
            return;
        }
        ColumnReader column = ColumnReader.of(name, field.dataType(), index);
        if (indexes.put(name, names.size()) != null) {
            throw new IllegalArgumentException("two columns of the DataFrame have the name '" + name + "'");
        }
        names.add(name);
        readers.add(prefix.isEmpty() ? column : new FieldReader(way, column));
    }

    /** Reads a field of a struct. */
    private record FieldReader(Way way, ColumnReader field) implements ColumnReader {
        @Override
        public @Nullable Object read(SpecializedGetters row) {
            SpecializedGetters parent = way.follow(row);
            return parent == null ? null : field.read(parent);
        }

        @Override
        public byte @Nullable [] utf8(SpecializedGetters row) {
            SpecializedGetters parent = way.follow(row);
            return parent == null ? null : field.utf8(parent);
        }
    }

    List<String> names() {
        return names;
    }

    @Nullable Object value(SpecializedGetters row, int index) {
        return readers.get(index).read(row);
    }

    /** Returns the value of a column; null if it has none, or there is no such column. */
    @Nullable Object value(SpecializedGetters row, String name) {
        Integer index = indexes.get(name);
        return index == null ? null : value(row, index);
    }

    /** Returns the value of a column of texts in UTF-8; null if it has none, or is another column. */
    byte @Nullable [] utf8(SpecializedGetters row, int index) {
        return readers.get(index).utf8(row);
    }

    byte @Nullable [] utf8(SpecializedGetters row, String name) {
        Integer index = indexes.get(name);
        return index == null ? null : utf8(row, index);
    }

    /** Returns whether a row is to be deleted. */
    boolean deletes(SpecializedGetters row) {
        return delete != null && Boolean.TRUE.equals(delete.read(row));
    }
}
