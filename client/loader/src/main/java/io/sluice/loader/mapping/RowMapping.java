package io.sluice.loader.mapping;

import io.sluice.Bytes;
import io.sluice.Durability;
import io.sluice.Put;
import io.sluice.RowSalt;
import io.sluice.loader.BadInputException;
import io.sluice.loader.input.BrokenLineException;
import io.sluice.loader.input.InputRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts a record to a Put. Thread-safe. */
public final class RowMapping {
    /** The beginning of an ISO 8601 date. */
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

    private final Map<String, Target> targets = new HashMap<>();
    private final @Nullable Target rest;

    /**
     * Names that columns without a mapping must not have, because a mapping writes to that cell of the default family.
     */
    private final Set<String> taken = new HashSet<>();

    private final RowKeyTemplate key;
    private final @Nullable RowSalt salt;
    private final Cells cells;

    private record Target(byte[] family, byte @Nullable [] qualifier, ColumnType type) {
        static Target of(ColumnMapping mapping) {
            boolean all = mapping.source().equals(ColumnMapping.REST);
            return new Target(utf8(mapping.family()), all ? null : utf8(mapping.cellQualifier()), mapping.type());
        }
    }

    /**
     * How all cells are written.
     *
     * @param timestampMillis timestamp of all cells
     * @param durability durability of all rows
     * @param keepEmpty whether an empty field becomes an empty cell; if not, it is left out
     */
    public record Cells(long timestampMillis, Durability durability, boolean keepEmpty) {}

    /**
     * Creates a mapping.
     *
     * @param salt the salt, or null for none
     * @throws IllegalArgumentException if a column has two mappings, or two columns map to one cell
     */
    public RowMapping(List<ColumnMapping> mappings, RowKeyTemplate key, @Nullable RowSalt salt, Cells cells) {
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
        this.cells = cells;
    }

    private static void checkCells(List<ColumnMapping> mappings) {
        Map<String, String> sources = new HashMap<>();
        for (ColumnMapping mapping : mappings) {
            String cell = mapping.family() + ":" + mapping.cellQualifier();
            String other = sources.put(cell, mapping.source());
            if (other != null) {
                throw new IllegalArgumentException("--map: columns '" + other + "' and '" + mapping.source()
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
     */
    public void check(List<String> columns) throws BadInputException {
        if (columns.isEmpty()) {
            return;
        }
        Set<String> wanted = new HashSet<>(targets.keySet());
        key.fields().stream().filter(field -> !RowKeyTemplate.isBuiltIn(field)).forEach(wanted::add);
        columns.forEach(wanted::remove);
        if (!wanted.isEmpty()) {
            throw new BadInputException("The input has no column "
                    + String.join(", ", wanted.stream().sorted().toList())
                    + (columns.size() == 1
                            ? "; its only column is '" + columns.get(0) + "'; is --delimiter right?"
                            : "; its columns are " + columns));
        }
        for (String name : columns) {
            if (rest != null && taken.contains(name)) {
                throw new BadInputException(twoSources(name));
            }
        }
    }

    /**
     * Returns the Put of a record.
     *
     * @throws BrokenLineException if it is broken, or has an invalid value
     */
    public Put put(InputRecord record) throws BrokenLineException {
        if (record.broken() != null) {
            throw new BrokenLineException(record.broken());
        }
        try {
            Put put = new Put(rowKey(record), cells.timestampMillis(), true);
            put.setDurability(cells.durability());
            List<String> names = record.columns().names();
            for (int i = 0; i < names.size(); i++) {
                add(put, names.get(i), record.values().get(i));
            }
            if (put.isEmpty()) {
                throw new BrokenLineException("no mapped column has a value");
            }
            return put;
        } catch (IllegalArgumentException e) {
            throw new BrokenLineException(String.valueOf(e.getMessage()));
        }
    }

    private byte[] rowKey(InputRecord record) {
        byte[] plain = key.key(record);
        return salt == null ? plain : salt.salted(plain);
    }

    private void add(Put put, String name, @Nullable String value) {
        Target target = targets.getOrDefault(name, rest);
        if (target == null || value == null || (value.isEmpty() && !cells.keepEmpty())) {
            return;
        }
        if (target == rest && taken.contains(name)) {
            throw new IllegalArgumentException(twoSources(name));
        }
        byte[] bytes;
        try {
            bytes = value.isEmpty() ? new byte[0] : target.type().encode(value);
        } catch (IllegalArgumentException e) {
            String text = "column '" + name + "': " + e.getMessage();
            if (DATE.matcher(value).lookingAt() && !target.type().toString().startsWith("timestamp")) {
                String qualifier = target.qualifier() == null ? name : Bytes.toStringBinary(target.qualifier());
                text += "; use --map " + name + "=" + Bytes.toStringBinary(target.family()) + ":" + qualifier
                        + ":timestamp";
            }
            throw new IllegalArgumentException(text, e);
        }
        byte[] qualifier = target.qualifier() == null ? utf8(name) : target.qualifier();
        put.addImmutable(target.family(), qualifier, cells.timestampMillis(), bytes);
    }

    private static String twoSources(String name) {
        return "column '" + name + "' has no --map, and another column is mapped to its cell; only one would "
                + "be stored";
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
