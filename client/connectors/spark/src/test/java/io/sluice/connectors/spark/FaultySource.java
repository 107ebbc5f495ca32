package io.sluice.connectors.spark;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
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
 * The sink, with tasks that fail at the worst moments: once with rows in the buffer, and once after the flush, before
 * Spark hears of it. For each failure there is a file, so that no task succeeds before it has failed twice, whatever else
 * makes its attempts end.
 */
public final class FaultySource implements TableProvider {
    private static final int ROWS_BEFORE_FAILURE = 50;

    /** For the next job of this driver. */
    private static volatile Faults faults = new Faults(Fault.NONE, 0, "");

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
     * @param folder for a file for each failure; the executors must see it, too
     */
    record Faults(Fault fault, int tasks, String folder) implements java.io.Serializable {
        private static final long serialVersionUID = 1;
    }

    /** For Spark. */
    public FaultySource() {}

    /** @param folder exists and is empty */
    static void arm(Fault fault, int tasks, Path folder) {
        faults = new Faults(fault, tasks, folder.toString());
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
                    factory.createWriter(partition, task), fault, Path.of(faults.folder(), "task-" + partition));
        }
    }

    private static final class FaultyWriter implements DataWriter<InternalRow> {
        private final DataWriter<InternalRow> writer;
        private final Fault fault;
        private final Path task;
        private int rows;

        /** @param task the start of the names of its files */
        FaultyWriter(DataWriter<InternalRow> writer, Fault fault, Path task) {
            this.writer = writer;
            this.fault = fault;
            this.task = task;
        }

        @Override
        public void write(InternalRow row) throws IOException {
            writer.write(row);
            if (++rows == ROWS_BEFORE_FAILURE) {
                failOnce("with-rows-in-the-buffer");
            }
        }

        @Override
        public WriterCommitMessage commit() throws IOException {
            if (fault == Fault.NO_FLUSH) {
                return new Written(rows, 0);
            }
            WriterCommitMessage message = writer.commit();
            failOnce("after-the-flush");
            return message;
        }

        private void failOnce(String when) throws IOException {
            if (fault == Fault.NONE || fault == Fault.NO_FLUSH) {
                return;
            }
            try {
                Files.createFile(Path.of(task + "-" + when));
            } catch (FileAlreadyExistsException e) {
                return;
            }
            if (fault == Fault.HALT) {
                Runtime.getRuntime().halt(137);
            }
            throw new IOException("injected failure " + when);
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
