package io.sluice.connectors;

import io.sluice.Bytes;
import io.sluice.Delete;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.RowSalt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts a record to a row: its key, and the cells that are written or deleted. Thread-safe. */
public final class RowMapping {
    /** The beginning of an ISO 8601 date. */
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

    private final Map<String, Target> targets = new HashMap<>();
    private final @Nullable Target rest;

    /** Names that unmapped columns must not have, because a mapping writes to that cell of the default family. */
    private final Set<String> taken = new HashSet<>();

    private final RowKeyTemplate key;
    private final @Nullable RowSalt salt;
    private final CellRules rules;
    /** The columns of the last record: many sources have the same ones for all. */
    private volatile Columns last = new Columns(List.of(), List.of());

    /** The cells of the named columns, in their order; null for a column that is left out. */
    private record Columns(List<String> names, List<@Nullable Target> targets) {}

    private record Target(byte[] family, byte @Nullable [] qualifier, ColumnType type) {
        static Target of(ColumnMapping mapping) {
            boolean all = mapping.source().equals(ColumnMapping.REST);
            return new Target(utf8(mapping.family()), all ? null : utf8(mapping.cellQualifier()), mapping.type());
        }
    }

    /**
     * Creates a mapping.
     *
     * @param salt the salt, or null for none
     * @throws IllegalArgumentException if a column has two mappings, or two columns map to one cell
     */
    public RowMapping(List<ColumnMapping> mappings, RowKeyTemplate key, @Nullable RowSalt salt, CellRules rules) {
        Target all = null;
        for (ColumnMapping mapping : mappings) {
            if (mapping.source().equals(ColumnMapping.REST)) {
                if (mapping.qualifier() != null) {
                    throw new IllegalArgumentException("'*' keeps the names of the columns: give it only a family");
                }
                if (all != null) {
                    throw new IllegalArgumentException(
                            "'*' has two mappings; name the columns for one of the families");
                }
                all = Target.of(mapping);
            } else if (targets.put(mapping.source(), Target.of(mapping)) != null) {
                throw new IllegalArgumentException("column '" + mapping.source() + "' has two mappings");
            }
        }
        checkCells(mappings);
        rest = all;
        if (all != null) {
            noteTaken(mappings, all.family());
        }
        this.key = key;
        this.salt = salt;
        this.rules = rules;
    }

    private static void checkCells(List<ColumnMapping> mappings) {
        Map<String, String> sources = new HashMap<>();
        for (ColumnMapping mapping : mappings) {
            String cell = mapping.family() + ":" + mapping.cellQualifier();
            String other = sources.put(cell, mapping.source());
            if (other != null) {
                throw new IllegalArgumentException("columns '" + other + "' and '" + mapping.source()
                        + "' both map to cell " + cell + "; only one would be stored");
            }
        }
    }

    private void noteTaken(List<ColumnMapping> mappings, byte[] family) {
        for (ColumnMapping mapping : mappings) {
            if (Arrays.equals(utf8(mapping.family()), family)) {
                taken.add(mapping.cellQualifier());
            }
        }
        taken.removeAll(targets.keySet());
    }

    /**
     * Checks that an input has the columns that this mapping names.
     *
     * @param columns of the input; none when each record has its own
     * @throws IllegalArgumentException if one is missing, or two map to one cell
     */
    public void check(List<String> columns) {
        if (columns.isEmpty()) {
            return;
        }
        Set<String> wanted = new HashSet<>(targets.keySet());
        key.fields().stream().filter(field -> !RowKeyTemplate.isBuiltIn(field)).forEach(wanted::add);
        columns.forEach(wanted::remove);
        if (!wanted.isEmpty()) {
            throw new IllegalArgumentException("The input has no column "
                    + String.join(", ", wanted.stream().sorted().toList())
                    + (columns.size() == 1
                            ? "; its only column is '" + columns.get(0) + "'; is the delimiter right?"
                            : "; its columns are " + columns));
        }
        for (String name : columns) {
            if (rest != null && taken.contains(name)) {
                throw new IllegalArgumentException(twoSources(name));
            }
        }
    }

    /**
     * Returns the key of a record's row, with its salt.
     *
     * @throws BadRecordException if a field of the key has no value, or one that does not fit
     */
    public byte[] rowKey(SourceRecord record) throws BadRecordException {
        try {
            return key(record);
        } catch (IllegalArgumentException e) {
            throw new BadRecordException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the Put of a record, which leaves out fields without a value.
     *
     * @throws BadRecordException if a value does not fit, or no mapped field has one
     */
    public Put put(SourceRecord record) throws BadRecordException {
        try {
            Put put = put(record, rules.timestamp().millis(record, RowKind.INSERT));
            addCells(record, put, null);
            return filled(put);
        } catch (IllegalArgumentException e) {
            throw new BadRecordException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the mutation for a record: a {@link Put}; a {@link Delete}; or {@link RowMutations} of both, if fields
     * without a value delete their columns and others have a value.
     *
     * @throws BadRecordException if a value does not fit, or there is nothing to write
     */
    public Row row(SourceRecord record, RowKind kind) throws BadRecordException {
        try {
            if (kind == RowKind.DELETE) {
                return delete(record);
            }
            if (rules.nulls() == Nulls.SKIP) {
                return put(record);
            }
            long timestamp = rules.timestamp().millis(record, kind);
            Put put = put(record, timestamp);
            Delete nulls = new Delete(put.getRow(), timestamp).setDurability(rules.durability());
            addCells(record, put, nulls);
            if (nulls.isEmpty()) {
                return filled(put);
            }
            return put.isEmpty() ? nulls : RowMutations.of(List.of(nulls, put));
        } catch (IllegalArgumentException e) {
            throw new BadRecordException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new IllegalStateException("both mutations have the same row", e);
        }
    }

    private byte[] key(SourceRecord record) {
        byte[] plain = key.key(record);
        return salt == null ? plain : salt.salted(plain);
    }

    private Put put(SourceRecord record, long timestamp) {
        Put put = new Put(key(record), timestamp, true);
        put.setDurability(rules.durability());
        return put;
    }

    private static Put filled(Put put) {
        if (put.isEmpty()) {
            throw new IllegalArgumentException("no mapped column has a value");
        }
        return put;
    }

    private Delete delete(SourceRecord record) {
        long timestamp = rules.timestamp().millis(record, RowKind.DELETE);
        Delete delete = new Delete(key(record), timestamp);
        delete.setDurability(rules.durability());
        for (Target target : targets.values()) {
            if (target.qualifier() != null) {
                delete.addColumns(target.family(), target.qualifier(), timestamp);
            }
        }
        if (rest != null) {
            delete.addFamily(rest.family(), timestamp);
        }
        return delete;
    }

    /** @param nulls receives the columns without a value, or null if they are left out */
    private void addCells(SourceRecord record, Put put, @Nullable Delete nulls) {
        Columns columns = columns(record.names());
        for (int i = 0; i < columns.names().size(); i++) {
            Target target = columns.targets().get(i);
            if (target == null) {
                continue;
            }
            byte[] value = value(record, i, target);
            if (value != null) {
                // Copied: a dead letter reads it later, and the engine may use the array of a record again.
                put.addColumn(target.family(), target.qualifier(), put.getTimestamp(), value);
            } else if (nulls != null) {
                nulls.addColumns(target.family(), target.qualifier(), put.getTimestamp());
            }
        }
    }

    private Columns columns(List<String> names) {
        Columns known = last;
        if (known.names().equals(names)) {
            return known;
        }
        List<@Nullable Target> found = new ArrayList<>(names.size());
        for (String name : names) {
            found.add(target(name));
        }
        Columns columns = new Columns(new ArrayList<>(names), found);
        last = columns;
        return columns;
    }

    private @Nullable Target target(String name) {
        Target target = targets.get(name);
        if (target != null || rest == null) {
            return target;
        }
        if (taken.contains(name)) {
            throw new IllegalArgumentException(twoSources(name));
        }
        return new Target(rest.family(), utf8(name), rest.type());
    }

    /** Returns the bytes of a value, or null if it counts as no value. */
    private byte @Nullable [] value(SourceRecord record, int index, Target target) {
        byte[] utf8 = target.type().isString() ? record.utf8(index) : null;
        if (utf8 == null) {
            return bytes(record.names().get(index), record.value(index), target);
        }
        return utf8.length > 0 || rules.keepEmpty() ? utf8 : null;
    }

    /** Returns the bytes of a value, or null if it counts as no value. */
    private byte @Nullable [] bytes(String name, @Nullable Object value, Target target) {
        if (value == null) {
            return null;
        }
        if (value.equals("")) {
            return rules.keepEmpty() ? new byte[0] : null;
        }
        try {
            return target.type().encode(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "column '" + name + "': " + e.getMessage() + advice(name, value, target), e);
        }
    }

    private static String advice(String name, Object value, Target target) {
        if (!(value instanceof String text)
                || !DATE.matcher(text).lookingAt()
                || target.type().toString().startsWith("timestamp")) {
            return "";
        }
        String qualifier = target.qualifier() == null ? name : Bytes.toStringBinary(target.qualifier());
        return "; map it as " + name + "=" + Bytes.toStringBinary(target.family()) + ":" + qualifier + ":timestamp";
    }

    private static String twoSources(String name) {
        return "column '" + name + "' has no mapping, and another column is mapped to its cell; only one would "
                + "be stored";
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
