package io.sluice.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.jspecify.annotations.Nullable;

/** HBase's asynchronous table, whose plain writes share requests with those of other threads. */
final class WritingAsyncTable extends Passing {
    private final AsyncTable<?> table;
    private final TableWriters writers;
    private final Executor completions;

    private WritingAsyncTable(AsyncTable<?> table, TableWriters writers, Executor completions) {
        super(table);
        this.table = table;
        this.writers = writers;
        this.completions = completions;
    }

    /**
     * Returns a builder of such tables.
     *
     * @param completions executor that completes the futures of writes
     */
    @SuppressWarnings("unchecked") // The proxy has the interface, and passes on to an object of the right type.
    static <C extends ScanResultConsumerBase> AsyncTableBuilder<C> builder(
            AsyncTableBuilder<C> theirs, TableWriters writers, Executor completions) {
        return new Passing(theirs) {
            @Override
            Object answer(String method, Object[] arguments) {
                return method.equals("build")
                        ? new WritingAsyncTable(theirs.build(), writers, completions).as(AsyncTable.class)
                        : PASS_ON;
            }
        }.as(AsyncTableBuilder.class);
    }

    @Override
    Object answer(String method, Object[] arguments) {
        return switch (method) {
            case "put", "delete" ->
                arguments[0] instanceof List<?> all
                        ? answer(all, HBaseErrors::ofMutation, list -> list)
                        // Like HBase, fails a single mutation with the error itself.
                        : answer(List.of(arguments[0]), HBaseErrors::of, list -> list.get(0));
            case "putAll", "deleteAll" ->
                answer((List<?>) arguments[0], HBaseErrors::ofMutation, WritingAsyncTable::all);
            case "batch" -> answer((List<?>) arguments[0], HBaseErrors::ofMutation, WritingAsyncTable::results);
            case "batchAll" -> answer((List<?>) arguments[0], HBaseErrors::ofMutation, WritingAsyncTable::allResults);
            default -> PASS_ON;
        };
    }

    private <T> Object answer(
            List<?> mutations,
            Function<Throwable, IOException> errors,
            Function<List<CompletableFuture<Void>>, T> form) {
        SharedWriter writer = writer(mutations);
        if (writer == null) {
            return PASS_ON;
        }
        List<CompletableFuture<Void>> theirs = new ArrayList<>(mutations.size());
        for (CompletableFuture<Void> ours : writer.write(SluiceMutations.of(mutations))) {
            theirs.add(HBaseErrors.translated(ours, errors, completions));
        }
        return form.apply(theirs);
    }

    private @Nullable SharedWriter writer(List<?> mutations) {
        if (!RequestAttributes.of(table).isEmpty()) {
            return null;
        }
        try {
            return writers.writer(
                    new TableWriters.Key(
                            table.getName(),
                            table.getWriteRpcTimeout(TimeUnit.MILLISECONDS),
                            table.getOperationTimeout(TimeUnit.MILLISECONDS)),
                    mutations);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CompletableFuture<Void> all(List<CompletableFuture<Void>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
    }

    private static List<CompletableFuture<Result>> results(List<CompletableFuture<Void>> futures) {
        return futures.stream()
                .map(future -> future.thenApply(done -> Result.EMPTY_RESULT))
                .toList();
    }

    private static CompletableFuture<List<Result>> allResults(List<CompletableFuture<Void>> futures) {
        return all(futures).thenApply(done -> Collections.nCopies(futures.size(), Result.EMPTY_RESULT));
    }
}
