package io.sluice.bench.writer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.bench.proto.ByteArrayBuilder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The puts of one request, which it encodes as they come. For use by one thread at a time. */
final class FloorBatch {
    /** A {@code RegionAction.action} with a PUT of one cell, which has the row. */
    private static final byte[] ACTION = {0x1A, 6, 0x12, 4, 0x10, 2, 0x40, 1};

    private static final byte[] SKIP_WAL_ACTION = {0x1A, 8, 0x12, 6, 0x10, 2, 0x30, 1, 0x40, 1};
    private static final int REGION_ACTION_TAG = 0x0A;
    private static final int REGION_TAG = 0x0A;

    /** A {@code RegionSpecifier} of the type {@code REGION_NAME}, up to the size of the name. */
    private static final byte[] NAME = {0x08, 1, 0x12};

    private static final int NUMBER_TAG = 0x08;

    /** A {@code RequestHeader} after its number, up to the size of its {@code CellBlockMeta}. */
    private static final byte[] MULTI = {0x1A, 5, 'M', 'u', 'l', 't', 'i', 0x20, 1, 0x2A};

    private static final int REGION_SHIFT = Byte.SIZE - Integer.numberOfTrailingZeros(Rows.REGIONS);
    private static final long LATEST_TIMESTAMP = Long.MAX_VALUE;
    private static final byte PUT = 4;
    private static final int FIRST_BYTES = 1 << 10;
    private static final int MOST_BYTES = 1 << 20;

    private final byte[] action;
    private final byte[] beforeRow;
    private final byte[] afterRow;
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
        action = load.skipWal() ? SKIP_WAL_ACTION : ACTION;
        byte[] value = Rows.value(load.valueBytes());
        int columnBytes = 1 + Writer.FAMILY.length() + Writer.QUALIFIER.length();
        int keyBytes = Short.BYTES + Rows.ROW_BYTES + columnBytes + Long.BYTES + 1;
        beforeRow = ByteBuffer.allocate(3 * Integer.BYTES + Short.BYTES)
                .putInt(2 * Integer.BYTES + keyBytes + value.length)
                .putInt(keyBytes)
                .putInt(value.length)
                .putShort((short) Rows.ROW_BYTES)
                .array();
        afterRow = ByteBuffer.allocate(columnBytes + Long.BYTES + 1 + value.length)
                .put((byte) Writer.FAMILY.length())
                .put((Writer.FAMILY + Writer.QUALIFIER).getBytes(US_ASCII))
                .putLong(LATEST_TIMESTAMP)
                .put(PUT)
                .put(value)
                .array();
        specifiers = regions.stream().map(FloorBatch::specifier).toList();
        puts = new int[regions.size()];
        regions.forEach(region -> cells.add(new ByteArrayBuilder()));
    }

    private static byte[] specifier(byte[] region) {
        ByteArrayBuilder bytes = new ByteArrayBuilder();
        bytes.put(REGION_TAG);
        bytes.putVarint(NAME.length + ByteArrayBuilder.varintBytes(region.length) + region.length);
        bytes.put(NAME);
        bytes.putVarint(region.length);
        bytes.put(region);
        return bytes.copy();
    }

    void add(byte[] row, @Nullable Consumer<@Nullable Throwable> whenSettled) {
        int region = (row[0] & 0xFF) >>> REGION_SHIFT;
        ByteArrayBuilder its = cells.get(region);
        its.put(beforeRow);
        its.put(row);
        its.put(afterRow);
        puts[region]++;
        allPuts++;
        cellBytes += beforeRow.length + row.length + afterRow.length;
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
        header.put(NUMBER_TAG);
        header.putVarint(call);
        header.put(MULTI);
        header.put(1 + ByteArrayBuilder.varintBytes(cellBytes));
        header.put(NUMBER_TAG);
        header.putVarint(cellBytes);
        start.clear();
        start.putVarint(header.length());
        start.put(header);
        start.putVarint(parameters.length());
        start.put(parameters);
        List<ByteBuffer> parts = new ArrayList<>();
        parts.add(ByteBuffer.allocate(Integer.BYTES).putInt(0, start.length() + cellBytes));
        parts.add(start.buffer());
        cells.forEach(its -> parts.add(its.buffer()));
        return parts.toArray(ByteBuffer[]::new);
    }

    private void encodeParameters() {
        parameters.clear();
        for (int region = 0; region < puts.length; region++) {
            if (puts[region] > 0) {
                byte[] specifier = specifiers.get(region);
                parameters.put(REGION_ACTION_TAG);
                parameters.putVarint(specifier.length + puts[region] * action.length);
                parameters.put(specifier);
                for (int i = 0; i < puts[region]; i++) {
                    parameters.put(action);
                }
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
