package io.sluice.connectors.kafka;

import io.sluice.Configuration;
import io.sluice.TableName;
import io.sluice.connectors.ConnectorSettings;
import io.sluice.connectors.ErrorPolicy;
import io.sluice.connectors.RowMapping;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/** The settings of the connector: those of all connectors, with defaults for Kafka, and two of its own. */
final class SinkSettings {
    static final String MAX_OPEN_RECORDS = "max.open.records";
    static final String COMMIT_WAIT = "commit.wait.ms";

    /** With the time that Kafka gives each record, a record that is written again has one version. */
    static final String DEFAULT_TIMESTAMP = "record";

    private static final String DEAD_LETTER_TOPIC = "errors.deadletterqueue.topic.name";
    private static final String TOLERANCE = "errors.tolerance";

    static final String DEAD_LETTERS_NEED =
            ConnectorSettings.ERRORS + "=dead-letter needs " + DEAD_LETTER_TOPIC + " and " + TOLERANCE + "=all";

    static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    ConnectorSettings.TABLE,
                    ConfigDef.Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    Importance.HIGH,
                    "The table, which must exist: name, or namespace:name.")
            .define(
                    ConnectorSettings.ROW_KEY,
                    ConfigDef.Type.STRING,
                    "{" + KafkaRecord.KEY + "}",
                    Importance.HIGH,
                    "Template of the row key: text, and fields in braces, such as {#key} or {customer}-{id|pad:10}.")
            .define(
                    ConnectorSettings.MAP,
                    ConfigDef.Type.STRING,
                    ConnectorSettings.DEFAULT_MAP,
                    Importance.HIGH,
                    "Which field goes to which cell: SOURCE=FAMILY[:QUALIFIER[:TYPE]], separated by commas; * for all "
                            + "other fields.")
            .define(
                    ConnectorSettings.TIMESTAMP,
                    ConfigDef.Type.STRING,
                    DEFAULT_TIMESTAMP,
                    Importance.MEDIUM,
                    "Timestamp of the cells: record for the time of the Kafka record, {field}, or write for the time of "
                            + "writing.")
            .define(
                    ConnectorSettings.NULLS,
                    ConfigDef.Type.STRING,
                    "skip",
                    Importance.MEDIUM,
                    "What a field without a value does to its column: skip (nothing) or delete.")
            .define(
                    ConnectorSettings.ERRORS,
                    ConfigDef.Type.STRING,
                    "fail",
                    Importance.MEDIUM,
                    "What happens to a record that cannot become a row, or that HBase refuses: fail, skip, or "
                            + "dead-letter, for which the worker needs " + DEAD_LETTER_TOPIC + " and " + TOLERANCE
                            + "=all.")
            .define(
                    ConnectorSettings.SALT,
                    ConfigDef.Type.STRING,
                    "",
                    Importance.MEDIUM,
                    "Number of salts in front of row keys, such as 16; none if empty.")
            .define(
                    ConnectorSettings.KEEP_EMPTY,
                    ConfigDef.Type.STRING,
                    "true",
                    Importance.LOW,
                    "Whether an empty value becomes an empty cell (true), or counts as no value (false).")
            .define(
                    ConnectorSettings.DURABILITY,
                    ConfigDef.Type.STRING,
                    "use-default",
                    Importance.LOW,
                    "Durability of the rows: use-default, skip-wal, async-wal, sync-wal, fsync-wal.")
            .define(
                    MAX_OPEN_RECORDS,
                    ConfigDef.Type.INT,
                    100_000,
                    Range.atLeast(1),
                    Importance.LOW,
                    "How many records of a task may be in flight, or stored behind one that is: they are written again "
                            + "after a crash.")
            .define(
                    COMMIT_WAIT,
                    ConfigDef.Type.LONG,
                    2_000L,
                    Range.between(0, 60_000),
                    Importance.LOW,
                    "How long a commit of offsets, and so a rebalance or a stop, waits for records in flight.");

    private final ConnectorSettings common;
    private final AbstractConfig own;

    /** @throws ConfigException if a setting has an invalid value; names it */
    SinkSettings(Map<String, String> given) {
        own = new AbstractConfig(DEFINITION, given, false);
        common = new ConnectorSettings(withDefaults(given));
        problems(given).values().stream().findFirst().ifPresent(problem -> {
            throw new ConfigException(problem);
        });
    }

    private static Map<String, String> withDefaults(Map<String, String> given) {
        Map<String, String> all = new HashMap<>();
        DEFINITION.defaultValues().forEach((name, value) -> all.put(name, value.toString()));
        all.putAll(given);
        return all;
    }

    /** Returns the problems of settings, by name of the setting. */
    static Map<String, String> problems(Map<String, String> given) {
        ConnectorSettings settings = new ConnectorSettings(withDefaults(given));
        Map<String, String> problems = new LinkedHashMap<>();
        check(ConnectorSettings.TABLE, settings::table, problems);
        check(ConnectorSettings.ERRORS, settings::errors, problems);
        check(ConnectorSettings.MAP, settings::mapping, problems);
        boolean lettersGoSomewhere = "all".equals(given.get(TOLERANCE))
                && !Objects.requireNonNullElse(given.get(DEAD_LETTER_TOPIC), "").isBlank();
        if (!problems.containsKey(ConnectorSettings.ERRORS)
                && settings.errors() == ErrorPolicy.DEAD_LETTER
                && !lettersGoSomewhere) {
            problems.put(ConnectorSettings.ERRORS, DEAD_LETTERS_NEED);
        }
        return problems;
    }

    private static void check(String name, Supplier<?> read, Map<String, String> problems) {
        try {
            Object unused = read.get();
        } catch (IllegalArgumentException e) {
            String text = String.valueOf(e.getMessage());
            problems.put(named(text).orElse(name), text);
        }
    }

    /** Returns the setting that a message is about, which is its first word. */
    private static Optional<String> named(String message) {
        return DEFINITION.names().stream()
                .filter(name -> message.startsWith(name + ":") || message.startsWith(name + " "))
                .findFirst();
    }

    TableName table() {
        return common.table();
    }

    RowMapping mapping() {
        return common.mapping();
    }

    ErrorPolicy errors() {
        return common.errors();
    }

    Configuration configuration() {
        return common.configuration();
    }

    RecordFlow.Limits limits() {
        return new RecordFlow.Limits(own.getInt(MAX_OPEN_RECORDS), own.getLong(COMMIT_WAIT));
    }
}
