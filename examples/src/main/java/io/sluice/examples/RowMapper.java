package io.sluice.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.examples.MappedRow.MappedCell;
import io.sluice.loader.BadInputException;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts a record to a row. The key is {@code <salt>-[<key column>-...]<number>}: the two-digit salt, which cycles
 * with the number, spreads neighbours over the regions; the ten-digit number makes each key unique. Thread-safe.
 */
final class RowMapper {
    /** Salts have two digits. */
    static final int MAX_SALTS = 100;

    /** HBase stores the length of a row key in a short. */
    private static final int MAX_KEY_BYTES = Short.MAX_VALUE;

    private final List<byte[]> qualifiers;
    private final int[] keyColumns;
    private final int salts;
    private final boolean keepEmpty;

    private RowMapper(List<byte[]> qualifiers, int[] keyColumns, int salts, boolean keepEmpty) {
        this.qualifiers = qualifiers;
        this.keyColumns = keyColumns;
        this.salts = salts;
        this.keepEmpty = keepEmpty;
    }

    /**
     * Returns a mapper.
     *
     * @param columns names of the columns, which become the qualifiers
     * @param key names of the columns that go into the key
     * @param salts number of salts, 1 to 100
     * @param keepEmpty whether an empty field becomes an empty cell; if not, it is left out
     */
    static RowMapper of(List<String> columns, List<String> key, int salts, boolean keepEmpty) throws BadInputException {
        if (salts < 1 || salts > MAX_SALTS) {
            throw new BadInputException("--regions must be 1 to " + MAX_SALTS + ": " + salts);
        }
        int[] keyColumns = new int[key.size()];
        for (int i = 0; i < keyColumns.length; i++) {
            keyColumns[i] = columns.indexOf(key.get(i));
            if (keyColumns[i] < 0) {
                throw new BadInputException("--key names column '" + key.get(i) + "', the columns are " + columns);
            }
        }
        List<byte[]> qualifiers =
                columns.stream().map(name -> name.getBytes(UTF_8)).toList();
        return new RowMapper(qualifiers, keyColumns, salts, keepEmpty);
    }

    /** Returns the keys at which a table is split so that each region holds one salt. */
    static List<byte[]> splitKeys(int salts) {
        List<byte[]> keys = new ArrayList<>();
        for (int salt = 1; salt < salts; salt++) {
            keys.add(digits(new StringBuilder(), salt, 2).toString().getBytes(UTF_8));
        }
        return keys;
    }

    /**
     * Returns the row of {@code record}; a record without a value becomes a row with one empty cell, so that each
     * record is a row.
     *
     * @throws IllegalArgumentException if the key is longer than HBase allows
     */
    MappedRow map(SourceRecord record) {
        List<MappedCell> cells = new ArrayList<>(qualifiers.size());
        List<String> fields = record.fields();
        for (int i = 0; i < fields.size(); i++) {
            if (keepEmpty || !fields.get(i).isEmpty()) {
                cells.add(new MappedCell(qualifiers.get(i), fields.get(i).getBytes(UTF_8)));
            }
        }
        if (cells.isEmpty()) {
            cells.add(new MappedCell(qualifiers.get(0), new byte[0]));
        }
        return new MappedRow(key(record), cells);
    }

    private byte[] key(SourceRecord record) {
        StringBuilder key =
                digits(new StringBuilder(32), record.number() % salts, 2).append('-');
        for (int column : keyColumns) {
            key.append(record.fields().get(column)).append('-');
        }
        byte[] bytes = digits(key, record.number(), 10).toString().getBytes(UTF_8);
        if (bytes.length > MAX_KEY_BYTES) {
            throw new IllegalArgumentException("The key of record " + record.number() + " has " + bytes.length
                    + " bytes, HBase allows " + MAX_KEY_BYTES + "; choose other columns by --key");
        }
        return bytes;
    }

    private static StringBuilder digits(StringBuilder text, long number, int width) {
        String digits = Long.toString(number);
        return text.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
    }
}
