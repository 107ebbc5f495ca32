package io.sluice.loader.write;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Errors of single rows: prints the first ones, counts all, and reports when there are too many. Thread-safe. */
final class Errors {
    private static final long SHOWN = 20;

    private final PrintStream err;
    private final long max;
    private final Runnable tooMany;
    private final AtomicLong broken = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();

    /**
     * @param before errors of earlier runs, which also count
     * @param max maximum number of errors
     * @param tooMany run once when the maximum is exceeded
     */
    Errors(PrintStream err, long before, long max, Runnable tooMany) {
        this.err = err;
        this.max = max - before;
        this.tooMany = tooMany;
    }

    /** Records a line that cannot become a row. */
    void broken(long line, String reason) {
        show(broken.incrementAndGet(), "line " + line + ": " + OneLine.of(reason), "broken lines");
        check();
    }

    /** Records a row that was not written. */
    void refused(RowSource.Row row, Throwable failure) {
        String file = row.file().isEmpty() ? "" : " of " + row.file();
        show(
                refused.incrementAndGet(),
                "line " + row.line() + file + " was not written: " + OneLine.of(failure.toString()),
                "rows that were not written");
        check();
    }

    private void show(long count, String text, String what) {
        if (count <= SHOWN) {
            err.println(text);
        } else if (count == SHOWN + 1) {
            err.println("Further " + what + " are counted, but not shown");
        }
    }

    private void check() {
        if (broken.get() + refused.get() > max && over.compareAndSet(false, true)) {
            tooMany.run();
        }
    }

    boolean areTooMany() {
        return over.get();
    }
}
