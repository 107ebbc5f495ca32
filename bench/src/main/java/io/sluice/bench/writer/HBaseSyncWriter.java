package io.sluice.bench.writer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.jspecify.annotations.Nullable;

/**
 * The blocking mutator of {@code hbase-client}: one for each thread, which is faster than one for all. It
 * reports only failures.
 */
final class HBaseSyncWriter implements Writer {
    private static final byte[] FAMILY_BYTES = FAMILY.getBytes(US_ASCII);
    private static final byte[] QUALIFIER_BYTES = QUALIFIER.getBytes(US_ASCII);

    private final Connection connection;
    private final Queue<BufferedMutator> mutators = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<BufferedMutator> mutator = ThreadLocal.withInitial(this::open);
    private final BufferedMutatorParams params;
    private final Durability durability;
    private final byte[] value;
    private final LongAdder written = new LongAdder();
    private final LongAdder failed = new LongAdder();

    HBaseSyncWriter(Setup setup) throws IOException {
        connection = ConnectionFactory.createConnection(HBaseAsyncWriter.configuration(setup));
        TableName table = TableName.valueOf(setup.target().table());
        params = new BufferedMutatorParams(table)
                .listener((failures, failing) -> failed.add(failures.getNumExceptions()));
        durability = HBaseAsyncWriter.durability(setup.load());
        value = Rows.value(setup.load().valueBytes());
    }

    private BufferedMutator open() {
        try {
            BufferedMutator opened = connection.getBufferedMutator(params);
            mutators.add(opened);
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void write(byte[] row) throws IOException {
        Put put = new Put(row, /* rowIsImmutable= */ true).addImmutable(FAMILY_BYTES, QUALIFIER_BYTES, value);
        put.setDurability(durability);
        mutator.get().mutate(put);
        written.increment();
    }

    @Override
    public void write(byte[] row, Consumer<@Nullable Throwable> settled) {
        throw new UnsupportedOperationException("the blocking mutator does not report when a put was acknowledged");
    }

    @Override
    public void finish() throws IOException {
        for (BufferedMutator each : mutators) {
            each.flush();
        }
    }

    /** Correct only after {@link #finish}: the puts written that did not fail. */
    @Override
    public long acknowledged() {
        return written.sum() - failed.sum();
    }

    @Override
    public long failed() {
        return failed.sum();
    }

    @Override
    public void close() throws IOException {
        for (BufferedMutator each : mutators) {
            each.close();
        }
        connection.close();
    }
}
