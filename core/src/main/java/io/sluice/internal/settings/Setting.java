package io.sluice.internal.settings;

import io.sluice.Configuration;
import io.sluice.TableName;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A setting that has a key of Sluice's own.
 *
 * @param name the key
 * @param ofTable whether a table may have a value of its own, under {@link #nameFor}
 * @param defaultValue without the key
 * @param reader finds the value of a key
 */
public record Setting<T>(String name, boolean ofTable, T defaultValue, Reader<T> reader) {
    /** What all keys of Sluice's begin with. */
    static final String PREFIX = "sluice.";

    static final String TABLE_PREFIX = PREFIX + "table.";
    static final String CLIENT_PREFIX = PREFIX + "client.";

    /** Reads the value of a key, and refuses one of the wrong type. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(Configuration conf, String key, T defaultValue);
    }

    /** The value for a connection. */
    public T value(Configuration conf) {
        return reader.read(conf, name, defaultValue);
    }

    /** The value for a table: its own, else that for all tables. */
    public T value(Configuration conf, TableName table) {
        return reader.read(conf, keyFor(conf, table), defaultValue);
    }

    /**
     * Gives the value for a connection to a setter or a check, and returns what this returns.
     *
     * @throws IllegalArgumentException if it refuses the value; with the key and the value before its own message
     */
    public <R> R read(Configuration conf, Function<? super T, R> use) {
        return read(conf, name, use);
    }

    /** As {@link #read(Configuration, Function)}, with the value for a table. */
    public <R> R read(Configuration conf, TableName table, Function<? super T, R> use) {
        return read(conf, keyFor(conf, table), use);
    }

    private <R> R read(Configuration conf, String key, Function<? super T, R> use) {
        T value = reader.read(conf, key, defaultValue);
        try {
            return use.apply(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    key + " = '" + conf.getTrimmed(key) + "'" + source(conf, key) + ": " + e.getMessage(), e);
        }
    }

    /** A table of the namespace {@code default} has two names. */
    private String keyFor(Configuration conf, TableName table) {
        return Stream.of(table.getNameAsString(), table.getNameWithNamespaceInclAsString())
                .map(this::nameFor)
                .filter(own -> conf.getRaw(own) != null)
                .findFirst()
                .orElse(name);
    }

    /** The key of one table. */
    String nameFor(String table) {
        return TABLE_PREFIX + table + "." + name.substring(CLIENT_PREFIX.length());
    }

    /** Where the value of a key comes from, in parentheses after a space; empty if it is not known. */
    static String source(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        return sources == null ? "" : " (" + sources[0] + ")";
    }
}
