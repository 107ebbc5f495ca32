package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.embedded.internal.Tokens;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands to a child and reads its answers, one command after the other. Each command has a number that its
 * answer repeats, so that the next command can skip the rest of an abandoned answer.
 */
final class ControlChannel implements AutoCloseable {
    /** The number of the line by which a child reports that it is ready. */
    static final long READY = 0;

    /** Longest silence of a child that works on a command. */
    private static final Duration SILENCE = Duration.ofMinutes(10);

    /** A small number, because a line may contain a value of several megabytes. */
    private static final int LINES = 32;

    private static final String END = "";

    private final ReentrantLock exchange = new ReentrantLock();

    @GuardedBy("exchange") private final Writer commands;

    @GuardedBy("exchange") private long lastNumber = READY;

    private final OutputStream input;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(LINES);
    private final Supplier<String> describeEnd;
    private final Thread reader;
    private volatile boolean closed;

    ControlChannel(OutputStream input, InputStream output, Supplier<String> describeEnd) {
        this.input = input;
        this.describeEnd = describeEnd;
        commands = new BufferedWriter(new OutputStreamWriter(input, US_ASCII), 1 << 16);
        reader = new Thread(() -> read(output), "embedded-hbase-answers");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(InputStream output) {
        try (BufferedReader answers = new BufferedReader(new InputStreamReader(output, US_ASCII), 1 << 16)) {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                lines.put(line);
            }
        } catch (IOException e) {
            // If the child ends, this is a broken pipe or the end of the stream.
        } catch (InterruptedException e) {
            return;
        }
        putEnd();
    }

    private void putEnd() {
        try {
            lines.put(END);
        } catch (InterruptedException e) {
            // Closed: no caller is waiting.
        }
    }

    /** Waits until the child reports that it is ready; returns the tokens of that line. */
    List<String> awaitReady(Duration timeout) throws IOException {
        exchange.lock();
        try {
            return answer(READY, data -> {}, timeout);
        } finally {
            exchange.unlock();
        }
    }

    /**
     * Sends a command and waits for its answer.
     *
     * @param words the command's name and its tokens
     * @param data receives the tokens of each line of data, on the calling thread; if it throws, the rest is skipped
     * @return the tokens of the answer's last line
     * @throws IOException if the command failed, with the child's text, or if the child has ended
     */
    List<String> call(List<String> words, Consumer<List<String>> data) throws IOException {
        exchange.lock();
        try {
            if (closed) {
                throw new IOException("The embedded HBase is closed");
            }
            long number = ++lastNumber;
            try {
                commands.write(Long.toString(number));
                for (String word : words) {
                    commands.write(' ');
                    commands.write(word);
                }
                commands.write('\n');
                commands.flush();
            } catch (IOException e) {
                throw new IOException(describeEnd.get(), e);
            }
            return answer(number, data, SILENCE);
        } finally {
            exchange.unlock();
        }
    }

    @GuardedBy("exchange") private List<String> answer(long number, Consumer<List<String>> data, Duration silence) throws IOException {
        while (true) {
            String line = next(silence);
            List<String> tokens = List.of(line.split(" ", -1));
            if (Long.parseLong(tokens.get(0)) != number) {
                continue;
            }
            List<String> rest = tokens.subList(2, tokens.size());
            switch (tokens.get(1)) {
                case Tokens.DATA -> data.accept(rest);
                case Tokens.OK -> {
                    return rest;
                }
                case Tokens.ERROR -> throw new IOException(Tokens.text(rest.get(0)));
                default -> throw new IOException("Not an answer of the child: " + tokens.get(1));
            }
        }
    }

    private String next(Duration silence) throws IOException {
        @Nullable String line;
        try {
            line = lines.poll(silence.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for the child's answer");
        }
        if (line == null) {
            throw new IOException("No answer in " + silence.toSeconds() + " s. " + describeEnd.get());
        }
        if (line.equals(END)) {
            putEnd();
            throw new IOException(closed ? "The embedded HBase is closed" : describeEnd.get());
        }
        return line;
    }

    /** Closes the child's input, which ends the child. Does not wait for a command in progress, which fails. */
    @Override
    public void close() {
        closed = true;
        try {
            // Does not close the writer, whose lock a command may hold; the child always reads, so the writer's buffer
            // is empty.
            input.close();
        } catch (IOException e) {
            // The child has ended already.
        }
        reader.interrupt();
    }
}
