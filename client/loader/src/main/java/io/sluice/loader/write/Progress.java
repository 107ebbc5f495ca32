package io.sluice.loader.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Prints a progress line: on a terminal repeatedly in the same place, elsewhere one line every few seconds. */
public final class Progress implements AutoCloseable {
    private static final long TERMINAL_MILLIS = 500;
    private static final long PLAIN_MILLIS = 5_000;

    private final PrintStream out;
    private final int columns;
    private final IntFunction<String> lines;
    private final ScheduledExecutorService timer;
    private final PrintStream errBefore = System.err;
    private final ReentrantLock lock = new ReentrantLock();

    /** The content of the terminal's last line. */
    @GuardedBy("lock") private String shown = "";

    /**
     * @param columns width of the terminal; 0 if there is none and no line may be overwritten
     * @param lines creates the current line, with at most this many characters
     */
    public Progress(PrintStream out, int columns, IntFunction<String> lines) {
        this.out = out;
        this.columns = columns;
        this.lines = lines;
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Starts to print. Until the end, lines on {@code System.err}, such as log lines, appear above the progress line.
     */
    public void start() {
        if (columns > 0) {
            System.setErr(above(errBefore));
        }
        long pause = columns > 0 ? TERMINAL_MILLIS : PLAIN_MILLIS;
        Future<?> unused = timer.scheduleAtFixedRate(this::print, pause, pause, TimeUnit.MILLISECONDS);
    }

    /** Returns a stream whose lines go to {@code target}, above the progress line if that is on a terminal. */
    public PrintStream above(PrintStream target) {
        return columns > 0 ? new PrintStream(new LinesAbove(target), true, terminalCharset()) : target;
    }

    @SuppressWarnings("SystemConsoleNull") // Null for tests only; elsewhere there is a terminal.
    private static Charset terminalCharset() {
        Console console = System.console();
        return console == null ? Charset.defaultCharset() : console.charset();
    }

    /** Buffers output until the line ends. */
    private final class LinesAbove extends OutputStream {
        private final PrintStream target;

        @GuardedBy("lock") private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        LinesAbove(PrintStream target) {
            this.target = target;
        }

        @Override
        public void write(int oneByte) {
            lock.lock();
            try {
                line.write(oneByte);
                if (oneByte == '\n') {
                    String progress = shown;
                    show("");
                    out.print("\r");
                    out.flush();
                    target.writeBytes(line.toByteArray());
                    target.flush();
                    line.reset();
                    show(progress);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns the width of the terminal, 0 if standard output is not one. */
    public static int terminalColumns() {
        return onTerminal() ? new UsageMessageSpec().autoWidth(true).width() : 0;
    }

    /** Returns whether standard output is a terminal; since Java 22 there is a console even if it is not. */
    @SuppressWarnings("SystemConsoleNull") // Since Java 22 it is asked below whether it is a terminal.
    private static boolean onTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** Prints the current line. It leaves out a terminal's last column, in which a line would already wrap. */
    void print() {
        lock.lock();
        try {
            if (columns > 0) {
                show(lines.apply(columns - 1));
            } else {
                out.println(lines.apply(Integer.MAX_VALUE));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Blanks cover the rest of a longer previous line. */
    @GuardedBy("lock") private void show(String line) {
        out.print("\r" + line + " ".repeat(Math.max(0, shown.length() - line.length())));
        out.flush();
        shown = line;
    }

    /** Prints a last line and ends. */
    @Override
    public void close() {
        timer.shutdownNow();
        boolean interrupted = false;
        try {
            interrupted = !timer.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!interrupted) {
            print();
        }
        if (columns > 0) {
            System.setErr(errBefore);
            out.println();
        }
    }
}
