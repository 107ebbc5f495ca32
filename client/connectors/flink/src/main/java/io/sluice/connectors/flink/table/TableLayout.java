package io.sluice.connectors.flink.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * Maps the columns of a declared table to HBase: the only column that is not a {@code ROW} is the row key, and each
 * {@code ROW<>} is a family, whose fields are its qualifiers.
 *
 * @param rowKeyIndex position of the row key
 * @param rowKey its encoder
 * @param families in the order of the declaration
 */
record TableLayout(int rowKeyIndex, FieldEncoder rowKey, List<Family> families) {
    /**
     * A family.
     *
     * @param index position of its column
     * @param name its name in bytes
     * @param columns its qualifiers, in order
     */
    record Family(int index, byte[] name, List<Column> columns) {}

    /**
     * A qualifier.
     *
     * @param qualifier its name in bytes
     * @param encoder of its values
     */
    record Column(byte[] qualifier, FieldEncoder encoder) {}

    /**
     * Returns the layout of a table.
     *
     * @param physical its columns without metadata
     * @throws ValidationException if the table cannot be stored; names the column
     */
    static TableLayout of(RowType physical) {
        int key = -1;
        List<Family> families = new ArrayList<>();
        for (int i = 0; i < physical.getFieldCount(); i++) {
            String name = physical.getFieldNames().get(i);
            LogicalType type = physical.getTypeAt(i);
            if (type.getTypeRoot() == LogicalTypeRoot.ROW) {
                families.add(family(i, name, (RowType) type));
            } else if (key < 0) {
                key = i;
            } else {
                throw new ValidationException(
                        "columns '" + physical.getFieldNames().get(key) + "' and '" + name
                                + "' are both no ROW; exactly one column must be the row key, and all others ROW<> families");
            }
        }
        if (key < 0 || families.isEmpty()) {
            throw new ValidationException(
                    "a table needs a column for the row key, which is no ROW, and at least one ROW<>"
                            + " column for a family; its columns are " + physical.getFieldNames());
        }
        return new TableLayout(
                key,
                FieldEncoder.of(physical.getFieldNames().get(key), physical.getTypeAt(key)),
                List.copyOf(families));
    }

    private static Family family(int index, String name, RowType type) {
        List<Column> columns = new ArrayList<>();
        for (RowType.RowField field : type.getFields()) {
            columns.add(
                    new Column(utf8(field.getName()), FieldEncoder.of(name + "." + field.getName(), field.getType())));
        }
        return new Family(index, utf8(name), List.copyOf(columns));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
