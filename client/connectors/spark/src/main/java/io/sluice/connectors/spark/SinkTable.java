package io.sluice.connectors.spark;

import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/** The table that Spark appends to. Accepts any columns, since the mapping determines how they are stored. */
final class SinkTable implements SupportsWrite {
    private final StructType schema;

    SinkTable(StructType schema) {
        this.schema = schema;
    }

    @Override
    public String name() {
        return SluiceSource.NAME;
    }

    @Override
    @SuppressWarnings("deprecation") // Its replacement calls this by default.
    public StructType schema() {
        return schema;
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_WRITE, TableCapability.ACCEPT_ANY_SCHEMA);
    }

    /** @throws IllegalArgumentException if an option is invalid, or does not fit the columns */
    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        SinkSettings settings = SinkSettings.of(info.options().asCaseSensitiveMap(), System.currentTimeMillis());
        settings.check(info.schema());
        return new WriteBuilder() {
            @Override
            public Write build() {
                return new SinkWrite(settings, info.schema());
            }
        };
    }
}
