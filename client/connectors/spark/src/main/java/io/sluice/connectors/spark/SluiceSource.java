package io.sluice.connectors.spark;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.SessionConfigSupport;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source {@code sluice}, which appends the rows of a DataFrame to an HBase table:
 *
 * <pre>{@code
 * flights.write().format("sluice").mode("append")
 *         .option("table", "flights")
 *         .option("row.key", "{carrier}-{flight|pad:5}")
 *         .option("hbase.zookeeper.quorum", "zk1,zk2,zk3")
 *         .save();
 * }</pre>
 *
 * <p>The options are the settings of all connectors, see {@link io.sluice.connectors.ConnectorSettings}, with {@code
 * record} as the default of {@code timestamp}: the time of the job, which the driver reads once, so that a repeated
 * task writes the same versions. Spark's configuration may also contain options, as {@code
 * spark.datasource.sluice.OPTION}. A job succeeds only if HBase has acknowledged each row. Spark creates this object by
 * its name. It does not read.
 */
public final class SluiceSource implements TableProvider, DataSourceRegister, SessionConfigSupport {
    static final String NAME = "sluice";

    /** Called by Spark. */
    public SluiceSource() {}

    @Override
    public String shortName() {
        return NAME;
    }

    @Override
    public String keyPrefix() {
        return NAME;
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }

    /**
     * Spark calls this only to read.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        throw new UnsupportedOperationException(
                "The data source sluice only writes; read the table with a connector that uses HBase's own client");
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return new SinkTable(schema);
    }
}
