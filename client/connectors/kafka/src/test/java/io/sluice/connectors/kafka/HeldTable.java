package io.sluice.connectors.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.MutationCallback;
import io.sluice.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A table that settles rows only when the test says so. */
final class HeldTable implements Table {
    private final List<Row> rows = new ArrayList<>();
    private final List<MutationCallback> outcomes = new ArrayList<>();

    /** How many more rows it takes. */
    int room = Integer.MAX_VALUE;

    /** What a flush returns. */
    CompletableFuture<Void> flushed = CompletableFuture.completedFuture(null);

    int flushes;

    @Override
    public boolean tryWrite(Row row, MutationCallback outcome) {
        if (key(row).equals("too-large")) {
            throw new IllegalArgumentException("the row is too large");
        }
        if (room == 0) {
            return false;
        }
        room--;
        rows.add(row);
        outcomes.add(outcome);
        return true;
    }

    /** Settles the row that was passed as the n-th, from 0. */
    void settle(int number, @Nullable Throwable error) {
        outcomes.get(number).settled(error);
    }

    /** Acknowledges rows. */
    void store(int... numbers) {
        for (int number : numbers) {
            settle(number, null);
        }
    }

    /** The keys of the rows, in the order in which they were passed. */
    List<String> keys() {
        return rows.stream().map(HeldTable::key).toList();
    }

    private static String key(Row row) {
        return new String(row.getRow(), UTF_8);
    }

    Row row(int number) {
        return rows.get(number);
    }

    @Override
    public CompletableFuture<?> flush() {
        flushes++;
        return flushed;
    }

    @Override
    public void close() {}
}
