package io.sluice.examples;

import java.io.Console;
import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Prints a progress line: over and over in one place on a terminal, a line every few seconds elsewhere. */
public final class Progress implements AutoCloseable {
    private static final long TERMINAL_MILLIS = 500;
    private static final long PLAIN_MILLIS = 5_000;

    private final PrintStream out;
    private final boolean terminal;
    private final Supplier<String> lines;
    private final ScheduledExecutorService timer;

    /** Only the timer's thread writes it, and {@link #close} after that thread has ended. */
    private int lastLength;

    /**
     * @param terminal whether a line may be written over
     * @param lines makes the line of the moment
     */
    public Progress(PrintStream out, boolean terminal, Supplier<String> lines) {
        this.out = out;
        this.terminal = terminal;
        this.lines = lines;
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Starts to print. */
    public void start() {
        long pause = terminal ? TERMINAL_MILLIS : PLAIN_MILLIS;
        Future<?> unused = timer.scheduleAtFixedRate(this::print, pause, pause, TimeUnit.MILLISECONDS);
    }

    /** Returns whether standard output is a terminal; since Java 22 there is a console also when it is not. */
    @SuppressWarnings("SystemConsoleNull") // Asked for what it is since Java 22 below.
    public static boolean onTerminal() {
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

    private void print() {
        String line = lines.get();
        if (!terminal) {
            out.println(line);
            return;
        }
        // Blanks cover what is left of a longer line before.
        out.print("\r" + line + " ".repeat(Math.max(0, lastLength - line.length())));
        out.flush();
        lastLength = line.length();
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
        if (terminal) {
            out.println();
        }
    }
}
