package io.sluice.examples.loader.write;

import io.sluice.Durability;
import io.sluice.Put;
import io.sluice.examples.BadInputException;
import io.sluice.examples.loader.input.BrokenLineException;
import io.sluice.examples.loader.input.InputText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The rows of a dead-letter file, with their time stamps. */
public final class DeadLetterRows implements RowSource {
    private final BufferedReader reader;
    private final Target target;
    private @Nullable String first;
    private long number;
    private volatile long chars;

    private record Target(long bytes, String table, Durability durability) {}

    private DeadLetterRows(BufferedReader reader, String first, Target target) {
        this.reader = reader;
        this.first = first;
        this.target = target;
    }

    /**
     * Opens a file; its first letter says which table it is about.
     *
     * @throws BadInputException if the file is none of dead letters, or empty
     */
    public static DeadLetterRows open(Path file, Durability durability) throws IOException {
        InputText.checkReadable(file);
        BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        try {
            String first = reader.readLine();
            if (first == null) {
                throw new BadInputException(file + " is empty: there is nothing to replay");
            }
            return new DeadLetterRows(
                    reader,
                    first,
                    new Target(Files.size(file), DeadLetter.parse(first).table(), durability));
        } catch (BrokenLineException e) {
            reader.close();
            throw new BadInputException(file + ", line 1: " + e.getMessage(), e);
        } catch (IOException e) {
            reader.close();
            throw e;
        }
    }

    /** Returns the table that the letters are about. */
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
            DeadLetter letter = DeadLetter.parse(text);
            if (!letter.table().equals(target.table())) {
                throw new BrokenLineException(
                        "a letter for table " + letter.table() + " among those for " + target.table());
            }
            return letter.put().setDurability(target.durability());
        }
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
    public @Nullable Row next() throws IOException {
        String line = first != null ? first : reader.readLine();
        first = null;
        if (line == null) {
            return null;
        }
        chars += line.length() + 1;
        number++;
        return new Letter(number, line, target);
    }

    @Override
    public double fractionRead() {
        return Math.min(1, (double) chars / target.bytes());
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
