package io.sluice.loader.write;

import io.sluice.Durability;
import io.sluice.Put;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.DeadLetter;
import io.sluice.loader.BadInputException;
import io.sluice.loader.input.BrokenLineException;
import io.sluice.loader.input.InputText;
import io.sluice.loader.input.LineReader;
import io.sluice.loader.input.LineReader.Line;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The rows of a dead-letter file, with their timestamps. */
public final class DeadLetterRows implements RowSource {
    private final LineReader lines;
    private final Target target;
    private @Nullable Line first;

    private record Target(String table, Durability durability) {}

    private DeadLetterRows(LineReader lines, Line first, Target target) {
        this.lines = lines;
        this.first = first;
        this.target = target;
    }

    /**
     * Opens a file; its first letter names the table.
     *
     * @param maxLineChars maximum length of a letter
     * @throws BadInputException if the file does not contain dead letters, or is empty
     */
    public static DeadLetterRows open(Path file, Durability durability, int maxLineChars) throws IOException {
        InputText text = InputText.open(file, new InputText.Form(StandardCharsets.UTF_8, maxLineChars));
        LineReader lines = new LineReader(text);
        try {
            Line first = lines.next();
            if (first == null) {
                throw new BadInputException(file + " is empty: there is nothing to replay");
            }
            return new DeadLetterRows(
                    lines, first, new Target(DeadLetter.parse(first.text()).table(), durability));
        } catch (BadRecordException e) {
            lines.close();
            throw new BadInputException(file + ", line 1: " + e.getMessage(), e);
        } catch (IOException e) {
            lines.close();
            throw e;
        }
    }

    /** Returns the table of the letters. */
    public String table() {
        return target.table();
    }

    private record Letter(long number, String text, Target target) implements Row {
        @Override
        public long line() {
            return number;
        }

        @Override
        public Put put() throws BrokenLineException {
            DeadLetter letter = letter();
            if (!letter.table().equals(target.table())) {
                throw new BrokenLineException(
                        "a letter for table " + letter.table() + " among those for " + target.table());
            }
            return ((Put) letter.mutation()).setDurability(target.durability());
        }

        private DeadLetter letter() throws BrokenLineException {
            try {
                return DeadLetter.parse(text);
            } catch (BadRecordException e) {
                throw new BrokenLineException(String.valueOf(e.getMessage()));
            }
        }
    }

    @Override
    public @Nullable Row next() throws IOException {
        Line line = first != null ? first : lines.next();
        first = null;
        return line == null ? null : new Letter(line.number(), line.text(), target);
    }

    @Override
    public double fractionRead() {
        return lines.text().fractionRead();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
