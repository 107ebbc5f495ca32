package io.sluice.bench.writer;

import io.sluice.bench.proto.ByteArrayBuilder;
import io.sluice.bench.proto.MultiParts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The puts of one request, which it encodes as they come. For use by one thread at a time. */
final class FloorBatch {
    private static final int REGION_SHIFT = Byte.SIZE - Integer.numberOfTrailingZeros(Rows.REGIONS);
    private static final int FIRST_BYTES = 1 << 10;
    private static final int MOST_BYTES = 1 << 20;

    private final MultiParts parts;
    private final List<byte[]> specifiers;
    private final int[] puts;
    private final List<ByteArrayBuilder> cells = new ArrayList<>();

    private List<Consumer<@Nullable Throwable>> settled = new ArrayList<>();
    private final ByteArrayBuilder header = new ByteArrayBuilder();
    private final ByteArrayBuilder parameters = new ByteArrayBuilder();
    private final ByteArrayBuilder start = new ByteArrayBuilder();
    private int allPuts;
    private int cellBytes;
    private int fullBytes = FIRST_BYTES;

    /** @param regions names of the table's regions, in the order of their keys */
    FloorBatch(Load load, List<byte[]> regions) {
        parts = new MultiParts(
                load.skipWal(), Rows.ROW_BYTES, Writer.FAMILY, Writer.QUALIFIER, Rows.value(load.valueBytes()));
        specifiers = regions.stream().map(MultiParts::specifier).toList();
        puts = new int[regions.size()];
        regions.forEach(region -> cells.add(new ByteArrayBuilder()));
    }

    void add(byte[] row, @Nullable Consumer<@Nullable Throwable> whenSettled) {
        int region = (row[0] & 0xFF) >>> REGION_SHIFT;
        cellBytes += parts.putCell(cells.get(region), row);
        puts[region]++;
        allPuts++;
        if (whenSettled != null) {
            settled.add(whenSettled);
        }
    }

    /** Whether it should be sent. The first requests are small, so that the server begins early. */
    boolean isFull() {
        return cellBytes >= fullBytes;
    }

    int puts() {
        return allPuts;
    }

    List<Consumer<@Nullable Throwable>> settled() {
        return settled;
    }

    /** The request; valid until the batch is used again. */
    ByteBuffer[] frame(int call) {
        encodeParameters();
        header.clear();
        MultiParts.putHeader(header, call, cellBytes);
        start.clear();
        start.putVarint(header.length());
        start.put(header);
        start.putVarint(parameters.length());
        start.put(parameters);
        List<ByteBuffer> frame = new ArrayList<>();
        frame.add(ByteBuffer.allocate(Integer.BYTES).putInt(0, start.length() + cellBytes));
        frame.add(start.buffer());
        cells.forEach(its -> frame.add(its.buffer()));
        return frame.toArray(ByteBuffer[]::new);
    }

    private void encodeParameters() {
        parameters.clear();
        for (int region = 0; region < puts.length; region++) {
            if (puts[region] > 0) {
                parts.putRegionAction(parameters, specifiers.get(region), puts[region]);
            }
        }
    }

    /** Makes it empty. */
    void clear() {
        Arrays.fill(puts, 0);
        cells.forEach(ByteArrayBuilder::clear);
        settled = new ArrayList<>();
        allPuts = 0;
        cellBytes = 0;
        fullBytes = Math.min(2 * fullBytes, MOST_BYTES);
    }
}
