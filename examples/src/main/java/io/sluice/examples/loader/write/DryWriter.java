package io.sluice.examples.loader.write;

import io.sluice.Bytes;
import io.sluice.Cell;
import io.sluice.CellUtil;
import io.sluice.Put;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes nothing; prints the first rows as HBase's shell would show them. */
public final class DryWriter implements RowWriter {
    private static final int SHOWN_ROWS = 5;

    private final PrintStream out;
    private final AtomicInteger shown = new AtomicInteger();

    public DryWriter(PrintStream out) {
        this.out = out;
    }

    @Override
    public CompletableFuture<Void> write(Put put) {
        if (shown.get() < SHOWN_ROWS && shown.getAndIncrement() < SHOWN_ROWS) {
            StringBuilder text = new StringBuilder("row ").append(Bytes.toStringBinary(put.getRow()));
            for (List<Cell> cells : put.getFamilyCellMap().values()) {
                for (Cell cell : cells) {
                    text.append(System.lineSeparator())
                            .append("    ")
                            .append(Bytes.toStringBinary(CellUtil.cloneFamily(cell)))
                            .append(':')
                            .append(Bytes.toStringBinary(CellUtil.cloneQualifier(cell)))
                            .append(" = ")
                            .append(Bytes.toStringBinary(CellUtil.cloneValue(cell)));
                }
            }
            out.println(text);
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void flush() {
        // Nothing is on its way.
    }

    @Override
    public void close(Duration deadline) {
        // Nothing is open.
    }

    @Override
    public long retries() {
        return 0;
    }
}
