package io.sluice.loader.write;

import io.sluice.Bytes;
import io.sluice.Put;
import io.sluice.loader.input.BrokenLineException;
import java.io.IOException;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Rows with the keys 0, 1, 2 and so on, some of them broken; then the end, or a failure. */
final class NumberedRows implements RowSource {
    private final long rows;
    private final LongPredicate broken;
    private final @Nullable Exception failure;
    private volatile long next;

    /** @param failure thrown after the last row, null for a normal end */
    NumberedRows(long rows, LongPredicate broken, @Nullable Exception failure) {
        this.rows = rows;
        this.broken = broken;
        this.failure = failure;
    }

    static NumberedRows all(long rows) {
        return new NumberedRows(rows, key -> false, null);
    }

    static NumberedRows failing(long rows, Exception failure) {
        return new NumberedRows(rows, key -> false, failure);
    }

    private record Numbered(long key, LongPredicate broken) implements Row {
        @Override
        public long number() {
            return key + 1;
        }

        @Override
        public long line() {
            return key + 1;
        }

        @Override
        public String file() {
            return "numbers.csv";
        }

        @Override
        public Put put() throws BrokenLineException {
            if (broken.test(key)) {
                throw new BrokenLineException("broken");
            }
            return new Put(Bytes.toBytes(key)).addColumn(new byte[] {'d'}, null, new byte[0]);
        }
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread reads.
    public @Nullable Row next() throws IOException {
        if (next < rows) {
            long key = next++;
            return new Numbered(key, broken);
        }
        if (failure instanceof IOException bad) {
            throw bad;
        }
        if (failure instanceof RuntimeException bug) {
            throw bug;
        }
        return null;
    }

    @Override
    public double fractionRead() {
        return (double) next / rows;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
