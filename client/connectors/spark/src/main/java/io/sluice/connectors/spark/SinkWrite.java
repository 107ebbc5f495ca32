package io.sluice.connectors.spark;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.types.StructType;

/** One write of a DataFrame. */
final class SinkWrite implements Write {
    private final SinkSettings settings;
    private final StructType schema;

    SinkWrite(SinkSettings settings, StructType schema) {
        this.settings = settings;
        this.schema = schema;
    }

    @Override
    public String description() {
        return SluiceSource.NAME + " table " + settings.table();
    }

    @Override
    public BatchWrite toBatch() {
        return new SinkJob(settings, schema);
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return new CustomMetric[] {new SinkMetrics.Acknowledged(), new SinkMetrics.Skipped(), new SinkMetrics.Retried()
        };
    }
}
