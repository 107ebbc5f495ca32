package io.sluice.connectors.flink.table;

import io.sluice.connectors.ConnectorSettings;
import java.time.Duration;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.factories.FactoryUtil;

/** The options of a table. Those of Flink's own HBase connector have its names and defaults. */
final class TableOptions {
    static final ConfigOption<String> TABLE_NAME =
            ConfigOptions.key("table-name").stringType().noDefaultValue();

    static final ConfigOption<String> ZOOKEEPER_QUORUM =
            ConfigOptions.key("zookeeper.quorum").stringType().noDefaultValue();

    static final ConfigOption<String> ZOOKEEPER_ZNODE_PARENT =
            ConfigOptions.key("zookeeper.znode.parent").stringType().noDefaultValue();

    /** Has no effect, but is accepted in a declaration: Flink's connector reads a missing column as null, too. */
    static final ConfigOption<String> NULL_STRING_LITERAL =
            ConfigOptions.key("null-string-literal").stringType().defaultValue("null");

    static final ConfigOption<MemorySize> BUFFER_MAX_SIZE =
            ConfigOptions.key("sink.buffer-flush.max-size").memoryType().noDefaultValue();

    static final ConfigOption<Integer> BUFFER_MAX_ROWS =
            ConfigOptions.key("sink.buffer-flush.max-rows").intType().noDefaultValue();

    static final ConfigOption<Duration> BUFFER_INTERVAL =
            ConfigOptions.key("sink.buffer-flush.interval").durationType().noDefaultValue();

    static final ConfigOption<Boolean> IGNORE_NULL =
            ConfigOptions.key("sink.ignore-null-value").booleanType().defaultValue(false);

    static final ConfigOption<String> NULLS =
            ConfigOptions.key(ConnectorSettings.NULLS).stringType().noDefaultValue();

    static final ConfigOption<String> DURABILITY =
            ConfigOptions.key(ConnectorSettings.DURABILITY).stringType().noDefaultValue();

    static final ConfigOption<Integer> SALT =
            ConfigOptions.key(ConnectorSettings.SALT).intType().noDefaultValue();

    static final ConfigOption<String> ERRORS =
            ConfigOptions.key(ConnectorSettings.ERRORS).stringType().noDefaultValue();

    static final ConfigOption<String> DEAD_LETTER_FOLDER =
            ConfigOptions.key("dead.letter.folder").stringType().noDefaultValue();

    static final Set<ConfigOption<?>> REQUIRED = Set.of(TABLE_NAME);

    static final Set<ConfigOption<?>> OPTIONAL = Set.of(
            ZOOKEEPER_QUORUM,
            ZOOKEEPER_ZNODE_PARENT,
            NULL_STRING_LITERAL,
            BUFFER_MAX_SIZE,
            BUFFER_MAX_ROWS,
            BUFFER_INTERVAL,
            IGNORE_NULL,
            NULLS,
            DURABILITY,
            SALT,
            ERRORS,
            DEAD_LETTER_FOLDER,
            FactoryUtil.SINK_PARALLELISM);

    private TableOptions() {}
}
