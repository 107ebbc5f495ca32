package io.sluice.examples.loader.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The lines of a text with their numbers. Lines can be given back. */
final class LineReader implements Closeable {
    /** A longer line is kept up to here and called too long: a file without line ends must not eat the memory. */
    static final int MAX_LINE_CHARS = 32 << 20;

    private static final int BUFFER_CHARS = 1 << 15;

    private final InputText text;
    private final char[] buffer = new char[BUFFER_CHARS];
    private final Deque<Line> givenBack = new ArrayDeque<>();
    private int position;
    private int limit;
    private long number;

    /**
     * A line.
     *
     * @param number from 1
     * @param text without its line feed; a carriage return before that is still there
     */
    record Line(long number, String text) {
        /** Returns the text without a carriage return at its end. */
        String content() {
            return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        }

        boolean isTooLong() {
            return text.length() >= MAX_LINE_CHARS;
        }
    }

    LineReader(InputText text) {
        this.text = text;
    }

    /** Returns the next line, null at the end. */
    @Nullable Line next() throws IOException {
        Line again = givenBack.pollFirst();
        return again != null ? again : read();
    }

    /** Puts a line before those that come next; of several the last one first. */
    void giveBack(Line line) {
        givenBack.addFirst(line);
    }

    double fractionRead() {
        return text.fractionRead();
    }

    private @Nullable Line read() throws IOException {
        StringBuilder line = null;
        while (true) {
            if (position == limit && !fill()) {
                return line == null ? null : made(line.toString());
            }
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            int length = end - position;
            int start = position;
            position = Math.min(limit, end + 1);
            if (end < limit && line == null) {
                return made(new String(buffer, start, length));
            }
            line = line == null ? new StringBuilder() : line;
            line.append(buffer, start, Math.min(length, MAX_LINE_CHARS - line.length()));
            if (end < limit) {
                return made(line.toString());
            }
        }
    }

    private Line made(String content) {
        number++;
        // Written by some programs in front of the first name.
        return new Line(number, number == 1 && content.startsWith("\uFEFF") ? content.substring(1) : content);
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, text.reader().read(buffer));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
