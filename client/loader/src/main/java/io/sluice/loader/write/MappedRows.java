package io.sluice.loader.write;

import io.sluice.Put;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.RowMapping;
import io.sluice.loader.input.BrokenLineException;
import io.sluice.loader.input.InputRecord;
import io.sluice.loader.input.InputSource;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows that a mapping makes from an input. */
public final class MappedRows implements RowSource {
    private final InputSource input;
    private final RowMapping mapping;
    private final @Nullable RejectFile rejects;
    private final Deque<Row> ahead = new ArrayDeque<>();
    private @Nullable IOException aheadFailure;

    /** @param rejects receives the records that cannot become rows, or null */
    public MappedRows(InputSource input, RowMapping mapping, @Nullable RejectFile rejects) {
        this.input = input;
        this.mapping = mapping;
        this.rejects = rejects;
    }

    private static final class MappedRow implements Row {
        private final InputRecord record;
        private final RowMapping mapping;
        private final @Nullable RejectFile rejects;
        private boolean rejected;

        MappedRow(InputRecord record, RowMapping mapping, @Nullable RejectFile rejects) {
            this.record = record;
            this.mapping = mapping;
            this.rejects = rejects;
        }

        @Override
        public long number() {
            return record.number();
        }

        @Override
        public String file() {
            return record.file();
        }

        @Override
        public long line() {
            return record.line();
        }

        @Override
        public Put put() throws BrokenLineException {
            String reason = record.broken();
            try {
                if (reason == null) {
                    return mapping.put(record);
                }
            } catch (BadRecordException e) {
                reason = String.valueOf(e.getMessage());
            }
            throw rejected(reason);
        }

        private BrokenLineException rejected(String reason) {
            if (rejects != null && !rejected) {
                rejects.add(record.text());
                rejected = true;
            }
            return new BrokenLineException(record.file().isEmpty() ? reason : "in " + record.file() + ": " + reason);
        }
    }

    /**
     * Reads ahead and returns the first rows, which {@link #next} still returns; call this first.
     *
     * @param start start of the run; a resumed run has no first rows, since they are settled or were rejected
     */
    public List<Row> first(int rows, Checkpoint start) {
        if (start.isOfEarlierRun()) {
            return List.of();
        }
        try {
            Row row = ahead.size() < rows ? read() : null;
            while (row != null) {
                ahead.add(row);
                row = ahead.size() < rows ? read() : null;
            }
        } catch (IOException e) {
            aheadFailure = e;
        }
        return List.copyOf(ahead);
    }

    @Override
    public @Nullable Row next() throws IOException {
        if (!ahead.isEmpty()) {
            return ahead.remove();
        }
        if (aheadFailure != null) {
            throw aheadFailure;
        }
        return read();
    }

    private @Nullable Row read() throws IOException {
        InputRecord record = input.next();
        return record == null ? null : new MappedRow(record, mapping, rejects);
    }

    @Override
    public double fractionRead() {
        return input.fractionRead();
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
