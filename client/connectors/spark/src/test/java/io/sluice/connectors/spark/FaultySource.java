package io.sluice.connectors.spark;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The sink, with tasks that fail at the worst moments: their first attempt with rows in the buffer, and the second one
 * after the flush, before Spark hears of it.
 */
public final class FaultySource implements TableProvider {
    private static final int ROWS_BEFORE_FAILURE = 50;

    /** For the next job of this driver. */
    private static volatile Faults faults = new Faults(Fault.NONE, 0);

    private final SluiceSource source = new SluiceSource();

    /** How tasks fail. */
    enum Fault {
        /** They do not. */
        NONE,
        /** With an exception. */
        EXCEPTION,
        /** With the JVM of their executor. */
        HALT,
        /** They succeed without a flush: the negative control. */
        NO_FLUSH
    }

    /**
     * How often tasks fail.
     *
     * @param tasks the number of tasks that do, each twice
     */
    record Faults(Fault fault, int tasks) implements java.io.Serializable {
        private static final long serialVersionUID = 1;
    }

    /** For Spark. */
    public FaultySource() {}

    static void arm(Fault fault, int tasks) {
        faults = new Faults(fault, tasks);
    }

    @Override
    public boolean supportsExternalMetadata() {
        return source.supportsExternalMetadata();
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return source.inferSchema(options);
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return new FaultyTable((SinkTable) source.getTable(schema, partitioning, properties));
    }

    private record FaultyTable(SinkTable table) implements SupportsWrite {
        @Override
        public String name() {
            return table.name();
        }

        @Override
        @SuppressWarnings("deprecation")
        public StructType schema() {
            return table.schema();
        }

        @Override
        public Set<TableCapability> capabilities() {
            return table.capabilities();
        }

        @Override
        public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
            Write write = table.newWriteBuilder(info).build();
            return new WriteBuilder() {
                @Override
                public Write build() {
                    return new Write() {
                        @Override
                        public BatchWrite toBatch() {
                            return new FaultyJob(write.toBatch(), faults);
                        }
                    };
                }
            };
        }
    }

    private record FaultyJob(BatchWrite job, Faults faults) implements BatchWrite {
        @Override
        public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
            return new FaultyFactory(job.createBatchWriterFactory(info), faults);
        }

        @Override
        public boolean useCommitCoordinator() {
            return job.useCommitCoordinator();
        }

        @Override
        public void commit(WriterCommitMessage[] messages) {
            job.commit(messages);
        }

        @Override
        public void abort(WriterCommitMessage[] messages) {
            job.abort(messages);
        }
    }

    private record FaultyFactory(DataWriterFactory factory, Faults faults) implements DataWriterFactory {
        private static final long serialVersionUID = 1;

        @Override
        public DataWriter<InternalRow> createWriter(int partition, long task) {
            Fault fault = partition < faults.tasks() ? faults.fault() : Fault.NONE;
            return new FaultyWriter(
                    factory.createWriter(partition, task),
                    fault,
                    TaskContext.get().attemptNumber());
        }
    }

    private static final class FaultyWriter implements DataWriter<InternalRow> {
        private final DataWriter<InternalRow> writer;
        private final Fault fault;
        private final int attempt;
        private int rows;

        FaultyWriter(DataWriter<InternalRow> writer, Fault fault, int attempt) {
            this.writer = writer;
            this.fault = fault;
            this.attempt = attempt;
        }

        @Override
        public void write(InternalRow row) throws IOException {
            writer.write(row);
            if (attempt == 0 && ++rows == ROWS_BEFORE_FAILURE) {
                fail("with rows in the buffer");
            }
        }

        @Override
        public WriterCommitMessage commit() throws IOException {
            if (fault == Fault.NO_FLUSH) {
                return new Written(rows, 0);
            }
            WriterCommitMessage message = writer.commit();
            if (attempt == 1) {
                fail("after the flush");
            }
            return message;
        }

        private void fail(String when) throws IOException {
            if (fault == Fault.HALT) {
                Runtime.getRuntime().halt(137);
            }
            if (fault == Fault.EXCEPTION) {
                throw new IOException("injected failure " + when);
            }
        }

        @Override
        public void abort() throws IOException {
            writer.abort();
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }
}
