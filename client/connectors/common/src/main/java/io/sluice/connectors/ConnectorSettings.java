package io.sluice.connectors;

import io.sluice.Configuration;
import io.sluice.Durability;
import io.sluice.RowSalt;
import io.sluice.TableName;
import io.sluice.client.HBaseConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all connectors have, under the same names. Each value is checked when it is read; an error names
 * the setting. Settings that begin with {@code hbase.}, {@code zookeeper.} or {@code sluice.} are passed to the client.
 * Thread-safe, as long as the map does not change.
 */
public final class ConnectorSettings {
    /** The table to write to. */
    public static final String TABLE = "table";

    /** Template of the row key, see {@link RowKeyTemplate}. */
    public static final String ROW_KEY = "row.key";

    /** Mappings of fields, see {@link ColumnMapping}, separated by commas; default {@value #DEFAULT_MAP}. */
    public static final String MAP = "map";

    /** Number of salts before keys; default none. */
    public static final String SALT = "salt";

    /** {@code skip} or {@code delete}, see {@link Nulls}. */
    public static final String NULLS = "nulls";

    /** Whether empty values become empty cells; default true. */
    public static final String KEEP_EMPTY = "keep.empty";

    /** {@code write}, {@code record}, or a field in braces, see {@link CellTimestamp}. */
    public static final String TIMESTAMP = "timestamp";

    /** A constant of {@link Durability}; default that of the table. */
    public static final String DURABILITY = "durability";

    /** {@code fail}, {@code skip} or {@code dead-letter}, see {@link ErrorPolicy}. */
    public static final String ERRORS = "errors";

    /** Default of {@link #MAP}: all fields, under their own names, in family d. */
    public static final String DEFAULT_MAP = "*=d";

    private static final List<String> CLIENT_PREFIXES = List.of("hbase.", "zookeeper.", "sluice.");

    private final Map<String, String> settings;

    /** @param settings by name; missing ones have their defaults */
    public ConnectorSettings(Map<String, String> settings) {
        this.settings = Map.copyOf(settings);
    }

    /**
     * Returns the table.
     *
     * @throws IllegalArgumentException if it is missing, or not a valid name
     */
    public TableName table() {
        try {
            return TableName.valueOf(required(TABLE));
        } catch (IllegalArgumentException e) {
            throw named(TABLE, e);
        }
    }

    /**
     * Returns the mapping.
     *
     * @throws IllegalArgumentException if one of its settings is missing or has an invalid value
     */
    public RowMapping mapping() {
        return new RowMapping(columns(), rowKey(), salt(), rules());
    }

    private RowKeyTemplate rowKey() {
        try {
            return RowKeyTemplate.parse(required(ROW_KEY));
        } catch (IllegalArgumentException e) {
            throw named(ROW_KEY, e);
        }
    }

    private List<ColumnMapping> columns() {
        try {
            return split(get(MAP, DEFAULT_MAP)).stream()
                    .map(ColumnMapping::parse)
                    .toList();
        } catch (IllegalArgumentException e) {
            throw named(MAP, e);
        }
    }

    /** Splits at commas outside parentheses, since a time pattern may contain commas. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth <= 0) {
                parts.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        parts.add(text.substring(start).strip());
        return parts;
    }

    /**
     * Returns the salt, or null for none.
     *
     * @throws IllegalArgumentException if the setting is not a valid number
     */
    public @Nullable RowSalt salt() {
        String text = settings.get(SALT);
        try {
            return text == null || text.isBlank() ? null : RowSalt.of(Integer.parseInt(text.strip()));
        } catch (IllegalArgumentException e) {
            throw named(SALT, e);
        }
    }

    private CellRules rules() {
        return new CellRules(timestamp(), durability(), flag(KEEP_EMPTY, true), nulls());
    }

    /** Returns the source of timestamps; default the time of writing. */
    public CellTimestamp timestamp() {
        return CellTimestamp.of(get(TIMESTAMP, "write"));
    }

    /** Returns the durability; default that of the table. */
    public Durability durability() {
        return SettingNames.constant(Durability.class, DURABILITY, get(DURABILITY, "use-default"));
    }

    /** Returns how fields without a value are treated; default {@link Nulls#SKIP}. */
    public Nulls nulls() {
        return Nulls.of(get(NULLS, "skip"));
    }

    /** Returns the policy for records that cannot be written; default {@link ErrorPolicy#FAIL}. */
    public ErrorPolicy errors() {
        return ErrorPolicy.of(get(ERRORS, "fail"));
    }

    private boolean flag(String name, boolean otherwise) {
        String text = get(name, Boolean.toString(otherwise)).strip();
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException(name + " is '" + text + "'; it must be true or false");
        }
        return Boolean.parseBoolean(text);
    }

    /** Returns the client's configuration: its files, overridden by the settings for the client. */
    public Configuration configuration() {
        Configuration configuration = HBaseConfiguration.create();
        settings.forEach((name, value) -> {
            if (isClients(name)) {
                configuration.set(name, value);
            }
        });
        return configuration;
    }

    /** Returns whether a setting is passed to the client. */
    public static boolean isClients(String name) {
        return CLIENT_PREFIXES.stream().anyMatch(name::startsWith);
    }

    private String get(String name, String otherwise) {
        return settings.getOrDefault(name, otherwise);
    }

    private String required(String name) {
        String value = settings.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("it is required");
        }
        return value;
    }

    private static IllegalArgumentException named(String name, IllegalArgumentException e) {
        return new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
}
