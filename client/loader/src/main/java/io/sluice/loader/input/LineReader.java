package io.sluice.loader.input;

import io.sluice.loader.BadInputException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a text, with their numbers; a line feed, a carriage return or both end a line. Lines can be pushed
 * back.
 */
public final class LineReader implements Closeable {
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
     * @param text the line without its line end
     * @param end the line end, empty at the end of the input
     */
    public record Line(long number, String text, String end) {
        /** Returns the original line. */
        public String whole() {
            return text + end;
        }
    }

    public LineReader(InputText text) {
        this.text = text;
    }

    /**
     * Returns the next line, null at the end.
     *
     * @throws BadInputException if it is longer than its {@link InputText.Form} allows
     */
    public @Nullable Line next() throws IOException {
        Line again = givenBack.pollFirst();
        return again != null ? again : read();
    }

    /** Pushes back a line; the last one pushed back comes first. */
    void giveBack(Line line) {
        givenBack.addFirst(line);
    }

    /** Returns whether there is another line. */
    boolean hasNext() throws IOException {
        return !givenBack.isEmpty() || position < limit || fill();
    }

    public InputText text() {
        return text;
    }

    private @Nullable Line read() throws IOException {
        StringBuilder line = null;
        while (position < limit || fill()) {
            int start = position;
            while (position < limit && buffer[position] != '\n' && buffer[position] != '\r') {
                position++;
            }
            if (position < limit && line == null) {
                return made(new String(buffer, start, position - start), end());
            }
            line = line == null ? new StringBuilder() : line;
            line.append(buffer, start, position - start);
            if (line.length() > text.maxLineChars()) {
                throw tooLong();
            }
            if (position < limit) {
                return made(line.toString(), end());
            }
        }
        return line == null ? null : made(line.toString(), "");
    }

    /** Consumes the line end, which is next. */
    private String end() throws IOException {
        if (buffer[position++] == '\n') {
            return "\n";
        }
        if ((position < limit || fill()) && buffer[position] == '\n') {
            position++;
            return "\r\n";
        }
        return "\r";
    }

    private BadInputException tooLong() {
        return new BadInputException(text.name() + ", line " + (number + 1) + " is longer than " + text.maxLineChars()
                + " characters; --max-line allows longer ones");
    }

    private Line made(String content, String end) {
        number++;
        // A byte order mark, which some programs write before the first name.
        return new Line(number, number == 1 && content.startsWith("\uFEFF") ? content.substring(1) : content, end);
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
