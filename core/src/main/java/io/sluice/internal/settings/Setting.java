package io.sluice.internal.settings;

import io.sluice.Configuration;
import io.sluice.TableName;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A setting that has a key of Sluice's own.
 *
 * @param name the key
 * @param ofTable whether a table may have a value of its own, under {@link #nameFor}
 * @param defaultValue without the key; a value is read as one of the same type: a number, a switch, a duration or a constant
 */
public record Setting<T>(String name, boolean ofTable, T defaultValue) {
    /** What all keys of Sluice's begin with. */
    static final String PREFIX = "sluice.";

    static final String TABLE_PREFIX = PREFIX + "table.";
    static final String CLIENT_PREFIX = PREFIX + "client.";

    // By hand, as each connection looks settings up in a map: the methods that the compiler generates for a record are
    // linked
    // at run time, and the first of them load some eighty classes.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Setting<?> setting && setting.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** The value for a connection. */
    public T value(Configuration conf) {
        return value(conf, name);
    }

    /** The value for a table: its own, else that for all tables. */
    public T value(Configuration conf, TableName table) {
        return value(conf, keyFor(conf, table));
    }

    /** The value of a key. Refuses one of the wrong type. */
    @SuppressWarnings("unchecked") // Each value has the type of the default.
    private T value(Configuration conf, String key) {
        Object value;
        if (defaultValue instanceof Integer number) {
            value = conf.getInt(key, number);
        } else if (defaultValue instanceof Long number) {
            value = conf.getLong(key, number);
        } else if (defaultValue instanceof Double number) {
            value = conf.getDouble(key, number);
        } else if (defaultValue instanceof Boolean on) {
            value = conf.getBoolean(key, on);
        } else if (defaultValue instanceof Duration duration) {
            // In milliseconds, unless the value has a unit.
            value = Duration.ofMillis(conf.getTimeDuration(key, duration.toMillis(), TimeUnit.MILLISECONDS));
        } else {
            value = constant(conf, key, (Enum<?>) defaultValue);
        }
        return (T) value;
    }

    /** A constant of an enum, in any case. */
    private static Enum<?> constant(Configuration conf, String key, Enum<?> defaultValue) {
        String text = conf.getTrimmed(key, defaultValue.name());
        Enum<?>[] constants = defaultValue.getDeclaringClass().getEnumConstants();
        for (Enum<?> constant : constants) {
            if (constant.name().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                key + " = '" + text + "' is not one of " + Arrays.toString(constants) + source(conf, key));
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
        T value = value(conf, key);
        try {
            return use.apply(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    key + " = '" + conf.getTrimmed(key) + "'" + source(conf, key) + ": " + e.getMessage(), e);
        }
    }

    /** A table of the namespace {@code default} has two names. */
    private String keyFor(Configuration conf, TableName table) {
        for (String each : List.of(table.getNameAsString(), table.getNameWithNamespaceInclAsString())) {
            String own = nameFor(each);
            if (conf.getRaw(own) != null) {
                return own;
            }
        }
        return name;
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
