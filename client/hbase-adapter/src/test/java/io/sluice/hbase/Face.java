package io.sluice.hbase;

import io.sluice.client.AsyncConnections;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.internal.ConnectionOverAsync;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/** A mutator of one of the clients that {@link ErrorsIT} compares, and the name of the call that was made last. */
@SuppressWarnings("NullAway") // What is used before it is open fails the test, and some of the mistakes are nulls.
abstract class Face implements AutoCloseable {
    private String call = "";

    /** Code that may throw. */
    @FunctionalInterface
    interface Executable {
        void run() throws Exception;
    }

    String call() {
        return call;
    }

    final void calls(String name) {
        call = name;
    }

    /** Makes a mutation of HBase's words, or of Sluice's. */
    abstract void words(String name, Executable theirs, Executable ours) throws Exception;

    abstract void connect(Configuration conf, User user) throws Exception;

    /** @param bufferBytes the size of the write buffer, or -1 */
    abstract void open(TableName table, long bufferBytes) throws Exception;

    /** With a listener that throws, if the face has listeners; else as {@link #open}. */
    abstract void openWithFailingListener(TableName table) throws Exception;

    abstract void mutate(@Nullable Mutation mutation) throws Exception;

    abstract void mutate(List<Mutation> mutations) throws Exception;

    abstract void flush() throws Exception;

    /** Waits for the futures, if the face has them. */
    abstract void await() throws Exception;

    abstract void closeMutator() throws Exception;

    abstract void closeConnection() throws Exception;

    @Override
    public final void close() throws Exception {
        closeMutator();
        closeConnection();
    }

    /** HBase's asynchronous mutator: its own, or the adapter. */
    static final class Async extends Face {
        private final boolean adapted;
        private final List<CompletableFuture<Void>> futures = new ArrayList<>();
        private @Nullable AsyncConnection connection;
        private @Nullable AsyncBufferedMutator mutator;

        Async(boolean adapted) {
            this.adapted = adapted;
        }

        @Override
        void words(String name, Executable theirs, Executable ours) throws Exception {
            calls(name);
            theirs.run();
        }

        @Override
        void connect(Configuration conf, User user) throws Exception {
            Configuration own = new Configuration(conf);
            if (adapted) {
                own.set("hbase.client.async.connection.impl", SluiceAsyncConnection.class.getName());
            }
            calls("createAsyncConnection: future");
            connection = got(ConnectionFactory.createAsyncConnection(own, user));
        }

        @Override
        void open(TableName table, long bufferBytes) {
            calls("getBufferedMutatorBuilder");
            var builder = connection.getBufferedMutatorBuilder(table);
            if (bufferBytes >= 0) {
                calls("setWriteBufferSize");
                builder.setWriteBufferSize(bufferBytes);
            }
            calls("build");
            mutator = builder.build();
        }

        @Override
        void openWithFailingListener(TableName table) {
            open(table, -1);
        }

        @Override
        void mutate(@Nullable Mutation mutation) {
            calls("mutate");
            futures.add(mutator.mutate(mutation));
        }

        @Override
        void mutate(List<Mutation> mutations) {
            calls("mutate(List)");
            futures.addAll(mutator.mutate(mutations));
        }

        @Override
        void flush() {
            calls("flush");
            mutator.flush();
        }

        @Override
        void await() throws Exception {
            calls("future");
            for (CompletableFuture<Void> future : futures) {
                Void unused = got(future);
            }
        }

        private static <T> T got(CompletableFuture<T> future) throws Exception {
            try {
                return future.get(60, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw (Exception) e.getCause();
            }
        }

        @Override
        void closeMutator() {
            if (mutator != null) {
                calls("close");
                mutator.close();
            }
        }

        @Override
        void closeConnection() throws IOException {
            if (connection != null) {
                calls("Connection.close");
                connection.close();
            }
        }
    }

    /** HBase's synchronous mutator: its own, or the adapter. */
    static final class HBaseSync extends Face {
        private final boolean adapted;
        private @Nullable Connection connection;
        private @Nullable BufferedMutator mutator;

        HBaseSync(boolean adapted) {
            this.adapted = adapted;
        }

        @Override
        void words(String name, Executable theirs, Executable ours) throws Exception {
            calls(name);
            theirs.run();
        }

        @Override
        void connect(Configuration conf, User user) throws IOException {
            Configuration own = new Configuration(conf);
            if (adapted) {
                own.set("hbase.client.connection.impl", SluiceConnection.class.getName());
            }
            calls("createConnection");
            connection = ConnectionFactory.createConnection(own, user);
        }

        @Override
        void open(TableName table, long bufferBytes) throws IOException {
            BufferedMutatorParams params = new BufferedMutatorParams(table);
            if (bufferBytes >= 0) {
                calls("writeBufferSize");
                params.writeBufferSize(bufferBytes);
            }
            calls("getBufferedMutator");
            mutator = connection.getBufferedMutator(params);
        }

        @Override
        void openWithFailingListener(TableName table) throws IOException {
            mutator = connection.getBufferedMutator(new BufferedMutatorParams(table).listener((error, from) -> {
                throw new IllegalStateException("of the listener");
            }));
        }

        @Override
        void mutate(@Nullable Mutation mutation) throws IOException {
            calls("mutate");
            mutator.mutate(mutation);
        }

        @Override
        void mutate(List<Mutation> mutations) throws IOException {
            calls("mutate(List)");
            mutator.mutate(mutations);
        }

        @Override
        void flush() throws IOException {
            calls("flush");
            mutator.flush();
        }

        @Override
        void await() {}

        @Override
        void closeMutator() throws IOException {
            if (mutator != null) {
                calls("close");
                mutator.close();
            }
        }

        @Override
        void closeConnection() throws IOException {
            if (connection != null) {
                calls("Connection.close");
                connection.close();
            }
        }
    }

    /** The synchronous mutator of Sluice, with HBase's settings. */
    static final class SluiceSync extends Face {
        private io.sluice.client.@Nullable Connection connection;
        private io.sluice.@Nullable BufferedMutator mutator;

        @Override
        void words(String name, Executable theirs, Executable ours) throws Exception {
            calls(name);
            ours.run();
        }

        @Override
        void connect(Configuration conf, User user) throws IOException {
            calls("createConnection");
            connection = ConnectionOverAsync.await(AsyncConnections.builder()
                    .configuration(WriterConnection.translated(conf))
                    .credentials(CredentialsProvider.simple(user.getShortName()))
                    .build());
        }

        private static io.sluice.BufferedMutatorParams params(TableName table) {
            return new io.sluice.BufferedMutatorParams(io.sluice.TableName.valueOf(table.getNameAsString()));
        }

        @Override
        void open(TableName table, long bufferBytes) throws IOException {
            io.sluice.BufferedMutatorParams params = params(table);
            if (bufferBytes >= 0) {
                calls("writeBufferSize");
                params.writeBufferSize(bufferBytes);
            }
            calls("getBufferedMutator");
            mutator = connection.getBufferedMutator(params);
        }

        @Override
        void openWithFailingListener(TableName table) throws IOException {
            mutator = connection.getBufferedMutator(params(table).listener((error, from) -> {
                throw new IllegalStateException("of the listener");
            }));
        }

        @Override
        void mutate(@Nullable Mutation mutation) throws IOException {
            calls("mutate");
            mutator.mutate(mutation == null ? null : SluiceMutations.of(mutation));
        }

        @Override
        void mutate(List<Mutation> mutations) throws IOException {
            calls("mutate(List)");
            mutator.mutate(mutations.stream().map(SluiceMutations::of).toList());
        }

        @Override
        void flush() throws IOException {
            calls("flush");
            mutator.flush();
        }

        @Override
        void await() {}

        @Override
        void closeMutator() throws IOException {
            if (mutator != null) {
                calls("close");
                mutator.close();
            }
        }

        @Override
        void closeConnection() throws IOException {
            if (connection != null) {
                calls("Connection.close");
                connection.close();
            }
        }
    }
}
