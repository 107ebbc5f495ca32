package io.sluice.connectors.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.types.StructType;

/** Makes the writer of each attempt of a task, on the executors. */
record WriterFactory(SinkSettings settings, StructType schema) implements DataWriterFactory {
    private static final long serialVersionUID = 1;

    @Override
    public DataWriter<InternalRow> createWriter(int partitionId, long taskId) {
        try {
            return SinkWriter.open(
                    SharedConnections.OF_JVM, settings, schema, "task " + taskId + " of partition " + partitionId);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
