package io.sluice.hbase.programs;

import io.sluice.hbase.SluiceConnection;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * A connection over Sluice that loses as many mutations as a small flush contains, once in this JVM, so that a program that
 * verifies its data must notice. Or that loses all of them, to measure what the program itself takes.
 */
public final class LosingConnection implements Connection {
    /** Key of the number of mutations to lose, if not {@link #FEW}. */
    static final String LOST = "sluice.test.lost";

    private static final long FEW = 500;

    /** The few are lost after the first nodes of a list, which the program writes twice. */
    private static final long FIRST_OF_FEW = 8_000;

    private static final AtomicLong MUTATIONS = new AtomicLong();

    private final SluiceConnection sluice;
    private final long firstLost;
    private final long endOfLost;

    /** Called by the {@code ConnectionFactory} of HBase 2.5. */
    public LosingConnection(Configuration conf, @Nullable ExecutorService pool, User user) throws IOException {
        sluice = new SluiceConnection(conf, pool, user);
        long lost = conf.getLong(LOST, FEW);
        firstLost = lost == FEW ? FIRST_OF_FEW : 0;
        endOfLost = firstLost + lost;
    }

    @Override
    public BufferedMutator getBufferedMutator(TableName tableName) {
        return new LosingMutator(sluice.getBufferedMutator(tableName));
    }

    @Override
    public BufferedMutator getBufferedMutator(BufferedMutatorParams params) {
        return new LosingMutator(sluice.getBufferedMutator(params));
    }

    private final class LosingMutator implements BufferedMutator {
        private final BufferedMutator mutator;

        LosingMutator(BufferedMutator mutator) {
            this.mutator = mutator;
        }

        @Override
        public void mutate(Mutation mutation) throws IOException {
            long number = MUTATIONS.getAndIncrement();
            if (number < firstLost || number >= endOfLost) {
                mutator.mutate(mutation);
            }
        }

        @Override
        public void mutate(List<? extends Mutation> mutations) throws IOException {
            for (Mutation mutation : mutations) {
                mutate(mutation);
            }
        }

        @Override
        public void flush() throws IOException {
            mutator.flush();
        }

        @Override
        public void close() throws IOException {
            mutator.close();
        }

        @Override
        public TableName getName() {
            return mutator.getName();
        }

        @Override
        public Configuration getConfiguration() {
            return mutator.getConfiguration();
        }

        @Override
        public long getWriteBufferSize() {
            return mutator.getWriteBufferSize();
        }
    }

    @Override
    public Configuration getConfiguration() {
        return sluice.getConfiguration();
    }

    @Override
    public RegionLocator getRegionLocator(TableName tableName) throws IOException {
        return sluice.getRegionLocator(tableName);
    }

    @Override
    public void clearRegionLocationCache() {
        sluice.clearRegionLocationCache();
    }

    @Override
    public Admin getAdmin() throws IOException {
        return sluice.getAdmin();
    }

    @Override
    public TableBuilder getTableBuilder(TableName tableName, @Nullable ExecutorService pool) {
        return sluice.getTableBuilder(tableName, pool);
    }

    @Override
    public void close() {
        sluice.close();
    }

    @Override
    public boolean isClosed() {
        return sluice.isClosed();
    }

    @Override
    public void abort(String why, Throwable error) {
        sluice.abort(why, error);
    }

    @Override
    public boolean isAborted() {
        return sluice.isAborted();
    }
}
