package io.sluice.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Rows of one column with values of random-looking letters, the same in each run. */
final class GeneratedSource implements RecordSource {
    private static final int CHUNK = 256;
    private static final int ALPHABET_BITS = 5;
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

    /** Each value is a slice of this: cheap to create, and different in each row. */
    private final String letters;

    private final long rows;
    private final int valueChars;
    private final SplittableRandom random = new SplittableRandom(42);

    /** Written by the reading thread only. */
    private volatile long made;

    GeneratedSource(long rows, int valueChars) {
        this.rows = rows;
        this.valueChars = valueChars;
        letters = letters(random, valueChars + (1 << 16));
    }

    private static String letters(SplittableRandom random, int count) {
        StringBuilder text = new StringBuilder(count);
        while (text.length() < count) {
            text.append(ALPHABET.charAt(random.nextInt(1 << ALPHABET_BITS)));
        }
        return text.toString();
    }

    @Override
    public List<String> columns() {
        return List.of("value");
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
    public List<SourceRecord> next() {
        int count = (int) Math.min(CHUNK, rows - made);
        List<SourceRecord> chunk = new ArrayList<>(count);
        for (int i = 1; i <= count; i++) {
            int start = random.nextInt(letters.length() - valueChars + 1);
            chunk.add(new SourceRecord(made + i, List.of(letters.substring(start, start + valueChars))));
        }
        made += count;
        return chunk;
    }

    @Override
    public double fractionRead() {
        return rows == 0 ? 1 : (double) made / rows;
    }

    @Override
    public long skipped() {
        return 0;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
