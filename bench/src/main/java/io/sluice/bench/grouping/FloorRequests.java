package io.sluice.bench.grouping;

import io.sluice.bench.proto.ByteArrayBuilder;
import io.sluice.bench.proto.MultiParts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Not a client, but what remains of one if it only groups and encodes. It is told the region of each put, has one form of
 * put, copies its encoded cell, sorts by server and region, and encodes the same requests: one for each server, with a
 * {@code RegionAction} for each region. It finds no region, and has no futures, limits, retries or answers.
 */
final class FloorRequests {
    private static final String FAMILY = "f";
    private static final String QUALIFIER = "q";
    private static final int FRAME_BYTES = 8 << 20;
    private static final int DIGIT_BITS = 9;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private final MultiParts parts;
    private final byte[][] cells;

    /** For each put the position of its region in the order of servers and regions. */
    private final int[] places;

    /** By position in that order. */
    private final byte[][] specifiers;

    private final int[] servers;
    private final int passes;
    private final ByteBuffer block;
    private final ByteBuffer frame = ByteBuffer.allocateDirect(FRAME_BYTES);
    private final ByteArrayBuilder header = new ByteArrayBuilder();
    private final ByteArrayBuilder parameters = new ByteArrayBuilder();
    private final ByteArrayBuilder start = new ByteArrayBuilder();
    private final int[] counts = new int[DIGITS];
    private final Consumer<ByteBuffer> sender;

    /** For each put in the buffer its place and, in the lower half, its number there. */
    private long[] entries;

    private long[] sorted;
    private int filled;
    private int next;
    private int calls;

    /**
     * @param most puts that a buffer may have
     * @param sender gets each frame, which is valid inside the call
     */
    FloorRequests(TableShape shape, byte[][] rows, byte[] value, int most, Consumer<ByteBuffer> sender) {
        this.sender = sender;
        parts = new MultiParts(false, rows[0].length, FAMILY, QUALIFIER, value);
        cells = new byte[rows.length][];
        places = new int[rows.length];
        int[] ordered = IntStream.range(0, shape.regions())
                .boxed()
                .sorted(Comparator.comparingInt(shape::server))
                .mapToInt(Integer::intValue)
                .toArray();
        specifiers = new byte[ordered.length][];
        servers = new int[ordered.length];
        int[] placeOf = new int[ordered.length];
        for (int place = 0; place < ordered.length; place++) {
            specifiers[place] = MultiParts.specifier(shape.regionName(ordered[place]));
            servers[place] = shape.server(ordered[place]);
            placeOf[ordered[place]] = place;
        }
        for (int i = 0; i < rows.length; i++) {
            ByteArrayBuilder cell = new ByteArrayBuilder();
            parts.putCell(cell, rows[i]);
            cells[i] = cell.copy();
            places[i] = placeOf[shape.region(rows[i])];
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(ordered.length - 1);
        passes = (bits + DIGIT_BITS - 1) / DIGIT_BITS;
        block = ByteBuffer.allocate(most * cells[0].length);
        entries = new long[most];
        sorted = new long[most];
    }

    /** Puts this many of the puts into the buffer. */
    void fill(int puts) {
        for (int i = 0; i < puts; i++) {
            block.put(cells[next]);
            entries[filled] = (long) places[next] << Integer.SIZE | filled;
            filled++;
            next = (next + 1) % cells.length;
        }
    }

    /** Sends the buffer, and empties it. */
    void send() {
        sort();
        int from = 0;
        while (from < filled) {
            int to = from;
            int server = servers[place(from)];
            while (to < filled && servers[place(to)] == server) {
                to++;
            }
            encode(from, to);
            from = to;
        }
        block.clear();
        filled = 0;
    }

    private int place(int entry) {
        return (int) (entries[entry] >>> Integer.SIZE);
    }

    /** By place, the digit of the least weight first. */
    private void sort() {
        for (int pass = 0; pass < passes; pass++) {
            int shift = Integer.SIZE + pass * DIGIT_BITS;
            Arrays.fill(counts, 0);
            for (int i = 0; i < filled; i++) {
                counts[digit(entries[i], shift)]++;
            }
            int before = 0;
            for (int digit = 0; digit < DIGITS; digit++) {
                int count = counts[digit];
                counts[digit] = before;
                before += count;
            }
            for (int i = 0; i < filled; i++) {
                sorted[counts[digit(entries[i], shift)]++] = entries[i];
            }
            long[] old = entries;
            entries = sorted;
            sorted = old;
        }
    }

    private static int digit(long entry, int shift) {
        return (int) (entry >>> shift) & DIGITS - 1;
    }

    /** The request with these entries, which are all of one server. */
    private void encode(int from, int to) {
        int cellBytes = cells[0].length * (to - from);
        parameters.clear();
        int first = from;
        while (first < to) {
            int end = first;
            while (end < to && place(end) == place(first)) {
                end++;
            }
            parts.putRegionAction(parameters, specifiers[place(first)], end - first);
            first = end;
        }
        header.clear();
        MultiParts.putHeader(header, ++calls, cellBytes);
        start.clear();
        start.putVarint(header.length());
        start.put(header);
        start.putVarint(parameters.length());
        frame.clear();
        frame.putInt(start.length() + parameters.length() + cellBytes);
        start.copyTo(frame);
        parameters.copyTo(frame);
        for (int i = from; i < to; i++) {
            frame.put(block.array(), (int) entries[i] * cells[0].length, cells[0].length);
        }
        frame.flip();
        sender.accept(frame);
    }
}
