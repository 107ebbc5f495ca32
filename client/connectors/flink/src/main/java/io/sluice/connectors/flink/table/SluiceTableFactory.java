package io.sluice.connectors.flink.table;

import io.sluice.Durability;
import io.sluice.RowSalt;
import io.sluice.connectors.ConnectorSettings;
import io.sluice.connectors.ErrorPolicy;
import io.sluice.connectors.Nulls;
import io.sluice.connectors.flink.SluiceSink;
import io.sluice.connectors.flink.SluiceSinkBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.RowType;

/**
 * Makes sinks for tables with {@code 'connector' = 'sluice-hbase'}. For a table that was declared for Flink's own HBase
 * connector, changing the name of the connector is enough: options, row key, families and the bytes of values are the
 * same. Flink discovers this class by itself.
 *
 * <p>Options that begin with {@code properties.} are passed to the client without this prefix, those that begin with
 * {@code hbase.} or {@code sluice.} as they are. Options of look-ups have no effect, since this connector does not
 * read.
 */
public final class SluiceTableFactory implements DynamicTableSinkFactory {
    /** The name of the connector. */
    public static final String IDENTIFIER = "sluice-hbase";

    private static final String PROPERTIES = "properties.";

    @Override
    public String factoryIdentifier() {
        return IDENTIFIER;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return TableOptions.REQUIRED;
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return TableOptions.OPTIONAL;
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        helper.validateExcept(PROPERTIES, "hbase.", "sluice.", "lookup.");
        ReadableConfig options = helper.getOptions();
        RowType physical = (RowType) context.getPhysicalRowDataType().getLogicalType();
        TableLayout layout = TableLayout.of(physical);
        checkPrimaryKey(context.getPrimaryKeyIndexes(), layout, physical);
        try {
            return new SluiceTableSink(
                    context.getPhysicalRowDataType(),
                    sink(options, context.getCatalogTable().getOptions()),
                    writing(options),
                    options.getOptional(FactoryUtil.SINK_PARALLELISM).orElse(null),
                    MetadataPositions.NONE);
        } catch (IllegalArgumentException e) {
            throw new ValidationException(
                    "table " + context.getObjectIdentifier().asSummaryString() + ": " + e.getMessage(), e);
        }
    }

    private static void checkPrimaryKey(int[] primaryKey, TableLayout layout, RowType physical) {
        boolean isRowKey = primaryKey.length == 1 && primaryKey[0] == layout.rowKeyIndex();
        if (primaryKey.length > 0 && !isRowKey) {
            throw new ValidationException("the primary key of the table must be its row key, the column '"
                    + physical.getFieldNames().get(layout.rowKeyIndex()) + "'");
        }
    }

    private static SluiceSinkBuilder<RowData> sink(ReadableConfig options, Map<String, String> declared) {
        SluiceSinkBuilder<RowData> builder = SluiceSink.<RowData>builder()
                .setTable(options.get(TableOptions.TABLE_NAME))
                .setAll(client(options, declared));
        options.getOptional(TableOptions.ERRORS).map(ErrorPolicy::of).ifPresent(builder::setErrorPolicy);
        options.getOptional(TableOptions.DEAD_LETTER_FOLDER).ifPresent(builder::setDeadLetterFolder);
        return builder;
    }

    private static Map<String, String> client(ReadableConfig options, Map<String, String> declared) {
        Map<String, String> client = new HashMap<>();
        options.getOptional(TableOptions.ZOOKEEPER_QUORUM)
                .ifPresent(value -> client.put("hbase.zookeeper.quorum", value));
        options.getOptional(TableOptions.ZOOKEEPER_ZNODE_PARENT)
                .ifPresent(value -> client.put("zookeeper.znode.parent", value));
        options.getOptional(TableOptions.BUFFER_MAX_SIZE)
                .map(MemorySize::getBytes)
                .filter(bytes -> bytes > 0)
                .ifPresent(bytes -> client.put("hbase.client.write.buffer", Long.toString(bytes)));
        options.getOptional(TableOptions.BUFFER_MAX_ROWS)
                .filter(rows -> rows > 0)
                .ifPresent(rows -> client.put("hbase.client.write.buffer.maxmutations", Integer.toString(rows)));
        options.getOptional(TableOptions.BUFFER_INTERVAL)
                .map(Duration::toMillis)
                .ifPresent(millis ->
                        client.put("hbase.client.write.buffer.periodicflush.timeout.ms", Long.toString(millis)));
        declared.forEach((name, value) -> {
            if (name.startsWith(PROPERTIES)) {
                client.put(name.substring(PROPERTIES.length()), value);
            } else if (name.startsWith("hbase.") || name.startsWith("sluice.")) {
                client.put(name, value);
            }
        });
        return client;
    }

    private static RowWriting writing(ReadableConfig options) {
        Integer salts = options.getOptional(TableOptions.SALT).orElse(null);
        if (salts != null) {
            RowSalt unused = RowSalt.of(salts);
        }
        return new RowWriting(nulls(options), salts, durability(options));
    }

    /**
     * By default, nulls delete their columns, so that a value that became null in the source is no longer read here.
     */
    private static Nulls nulls(ReadableConfig options) {
        return options.getOptional(TableOptions.NULLS)
                .map(Nulls::of)
                .orElseGet(() -> options.get(TableOptions.IGNORE_NULL) ? Nulls.SKIP : Nulls.DELETE);
    }

    private static Durability durability(ReadableConfig options) {
        return options.getOptional(TableOptions.DURABILITY)
                .map(text -> new ConnectorSettings(Map.of(ConnectorSettings.DURABILITY, text)).durability())
                .orElse(Durability.USE_DEFAULT);
    }
}
