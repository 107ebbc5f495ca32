package io.sluice.connectors.spark;

import io.sluice.TableName;
import io.sluice.connectors.ConnectorSettings;
import io.sluice.connectors.ErrorPolicy;
import io.sluice.connectors.RowKeyTemplate;
import io.sluice.connectors.RowMapping;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The options of a write, which the driver checks and the executors get.
 *
 * @param options those of all connectors and of the client, with the defaults for Spark
 * @param deleteColumn the boolean column that makes a row a delete; null for none
 * @param jobMillis the time of the job, in milliseconds since 1970
 */
record SinkSettings(
        HashMap<String, String> options, @Nullable String deleteColumn, long jobMillis) implements Serializable {
    private static final long serialVersionUID = 1;

    static final String DELETE_COLUMN = "delete.column";
    static final String JOB_TIMESTAMP = "job.timestamp";

    private static final List<String> OF_ALL_CONNECTORS = List.of(
            ConnectorSettings.TABLE,
            ConnectorSettings.ROW_KEY,
            ConnectorSettings.MAP,
            ConnectorSettings.SALT,
            ConnectorSettings.NULLS,
            ConnectorSettings.KEEP_EMPTY,
            ConnectorSettings.TIMESTAMP,
            ConnectorSettings.DURABILITY,
            ConnectorSettings.ERRORS);

    /**
     * Reads options. Names are case-insensitive, as in Spark, except those of the client.
     *
     * @param nowMillis the time of the job, unless an option sets it
     * @throws IllegalArgumentException if one is unknown, missing or invalid
     */
    static SinkSettings of(Map<String, String> given, long nowMillis) {
        HashMap<String, String> options = new HashMap<>(Map.of(ConnectorSettings.TIMESTAMP, "record"));
        String deleteColumn = null;
        long jobMillis = nowMillis;
        for (Map.Entry<String, String> option : given.entrySet()) {
            String name = option.getKey().toLowerCase(Locale.ROOT);
            if (ConnectorSettings.isClients(name)) {
                options.put(option.getKey(), option.getValue());
            } else if (OF_ALL_CONNECTORS.contains(name)) {
                options.put(name, option.getValue());
            } else if (name.equals(DELETE_COLUMN)) {
                deleteColumn = option.getValue();
            } else if (name.equals(JOB_TIMESTAMP)) {
                jobMillis = millis(option.getValue());
            } else {
                throw unknown(option.getKey());
            }
        }
        SinkSettings settings = new SinkSettings(options, deleteColumn, jobMillis);
        settings.checkValues();
        return settings;
    }

    private static long millis(String text) {
        String digits = text.strip();
        if (!digits.matches("\\d{1,18}")) {
            throw new IllegalArgumentException(
                    JOB_TIMESTAMP + " is '" + text + "'; it must be a number of milliseconds since 1970");
        }
        return Long.parseLong(digits);
    }

    private static IllegalArgumentException unknown(String name) {
        TreeSet<String> names = new TreeSet<>(OF_ALL_CONNECTORS);
        names.addAll(List.of(DELETE_COLUMN, JOB_TIMESTAMP));
        return new IllegalArgumentException("unknown option '" + name + "'; the options are " + String.join(", ", names)
                + ", and those of the client, which begin with hbase., zookeeper. or sluice.");
    }

    private void checkValues() {
        TableName unusedTable = table();
        RowMapping unusedMapping = mapping();
        if (errors() == ErrorPolicy.DEAD_LETTER) {
            throw new IllegalArgumentException(ConnectorSettings.ERRORS
                    + " is 'dead-letter', which the sink for Spark does not support; it must be fail or skip");
        }
        boolean numbered = RowKeyTemplate.parse(options.getOrDefault(ConnectorSettings.ROW_KEY, "")).fields().stream()
                .anyMatch(RowKeyTemplate::isBuiltIn);
        if (numbered) {
            throw new IllegalArgumentException(ConnectorSettings.ROW_KEY + " is '"
                    + options.get(ConnectorSettings.ROW_KEY) + "'; the rows of a DataFrame have no numbers for {#}");
        }
    }

    /**
     * Checks that the mapping fits a DataFrame.
     *
     * @throws IllegalArgumentException if a column is missing, or has a type that cannot be written
     */
    void check(StructType schema) {
        mapping().check(new RowColumns(schema, deleteColumn).names());
    }

    TableName table() {
        return common().table();
    }

    RowMapping mapping() {
        return common().mapping();
    }

    ErrorPolicy errors() {
        return common().errors();
    }

    ConnectorSettings common() {
        return new ConnectorSettings(options);
    }
}
