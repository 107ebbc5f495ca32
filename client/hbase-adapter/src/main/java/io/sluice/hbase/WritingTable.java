package io.sluice.hbase;

import io.sluice.internal.sync.Failure;
import io.sluice.internal.sync.Interruptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.jspecify.annotations.Nullable;

/** HBase's table, whose plain writes share requests with those of other threads; each call waits for its own. */
final class WritingTable extends Passing {
    private final Table table;
    private final TableWriters writers;

    private WritingTable(Table table, TableWriters writers) {
        super(table);
        this.table = table;
        this.writers = writers;
    }

    /** Returns a builder of such tables. */
    static TableBuilder builder(TableBuilder theirs, TableWriters writers) {
        return new Passing(theirs) {
            @Override
            Object answer(String method, Object[] arguments) {
                return method.equals("build") ? new WritingTable(theirs.build(), writers).as(Table.class) : PASS_ON;
            }
        }.as(TableBuilder.class);
    }

    @Override
    @Nullable Object answer(String method, Object[] arguments) throws IOException {
        return switch (method) {
            case "put", "delete" ->
                arguments[0] instanceof List<?> all ? writeAll(method, all) : writeOne((Mutation) arguments[0]);
            case "batch" -> batch((List<?>) arguments[0], (Object[]) arguments[1]);
            default -> PASS_ON;
        };
    }

    private @Nullable SharedWriter writer(List<?> mutations) throws IOException {
        if (!RequestAttributes.of(table).isEmpty()) {
            return null;
        }
        return writers.writer(
                new TableWriters.Key(
                        table.getName(),
                        table.getWriteRpcTimeout(TimeUnit.MILLISECONDS),
                        table.getOperationTimeout(TimeUnit.MILLISECONDS)),
                mutations);
    }

    private @Nullable Object writeOne(Mutation mutation) throws IOException {
        SharedWriter writer = writer(List.of(mutation));
        if (writer == null) {
            return PASS_ON;
        }
        CompletableFuture<Void> future =
                writer.write(List.of(SluiceMutations.of(mutation))).get(0);
        Throwable error = settled(future);
        if (error != null) {
            throw HBaseErrors.of(error);
        }
        return null;
    }

    private @Nullable Object writeAll(String method, List<?> mutations) throws IOException {
        SharedWriter writer = writer(mutations);
        if (writer == null) {
            return PASS_ON;
        }
        Object[] results = new Object[mutations.size()];
        try {
            write(writer, mutations, results);
        } finally {
            // Like HBase, removes completed deletes from the program's list.
            for (int i = results.length - 1; method.equals("delete") && i >= 0; i--) {
                if (results[i] instanceof Result) {
                    mutations.remove(i);
                }
            }
        }
        return null;
    }

    private @Nullable Object batch(List<?> mutations, Object @Nullable [] results) throws IOException {
        if (results == null || results.length != mutations.size()) {
            return PASS_ON;
        }
        SharedWriter writer = writer(mutations);
        if (writer == null) {
            return PASS_ON;
        }
        write(writer, mutations, results);
        return null;
    }

    /** Sets the result of each mutation: an empty one, or its error. */
    private static void write(SharedWriter writer, List<?> mutations, Object[] results) throws IOException {
        List<CompletableFuture<Void>> futures = writer.write(SluiceMutations.of(mutations));
        List<Failure<Mutation>> failures = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            Throwable error = settled(futures.get(i));
            if (error == null) {
                results[i] = Result.EMPTY_RESULT;
            } else {
                Failure<Mutation> failure = new Failure<>((Mutation) mutations.get(i), error);
                results[i] = HBaseErrors.ofMutations(List.of(failure)).getCause(0);
                failures.add(failure);
            }
        }
        if (!failures.isEmpty()) {
            throw HBaseErrors.ofMutations(failures);
        }
    }

    /** Waits for a write; returns its error, or null if it was acknowledged. */
    private static @Nullable Throwable settled(CompletableFuture<Void> future) throws IOException {
        try {
            Void unused = future.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException e) {
            throw Interruptions.asIoException("interrupted while waiting for a write, which continues", e);
        }
    }
}
