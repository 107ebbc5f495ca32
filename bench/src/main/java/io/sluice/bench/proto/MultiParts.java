package io.sluice.bench.proto;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;

/** The parts of a {@code Multi} call whose puts all have one form: a cell each, with the same column and value. */
public final class MultiParts {
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

    private static final long LATEST_TIMESTAMP = Long.MAX_VALUE;
    private static final byte PUT = 4;

    private final byte[] action;
    private final byte[] beforeRow;
    private final byte[] afterRow;

    /**
     * @param skipWal whether the server should not write its log
     * @param rowBytes the size of every row
     */
    public MultiParts(boolean skipWal, int rowBytes, String family, String qualifier, byte[] value) {
        action = skipWal ? SKIP_WAL_ACTION : ACTION;
        int columnBytes = 1 + family.length() + qualifier.length();
        int keyBytes = Short.BYTES + rowBytes + columnBytes + Long.BYTES + 1;
        beforeRow = ByteBuffer.allocate(3 * Integer.BYTES + Short.BYTES)
                .putInt(2 * Integer.BYTES + keyBytes + value.length)
                .putInt(keyBytes)
                .putInt(value.length)
                .putShort((short) rowBytes)
                .array();
        afterRow = ByteBuffer.allocate(columnBytes + Long.BYTES + 1 + value.length)
                .put((byte) family.length())
                .put((family + qualifier).getBytes(US_ASCII))
                .putLong(LATEST_TIMESTAMP)
                .put(PUT)
                .put(value)
                .array();
    }

    /** What names a region in its {@code RegionAction}. */
    public static byte[] specifier(byte[] region) {
        ByteArrayBuilder bytes = new ByteArrayBuilder();
        bytes.put(REGION_TAG);
        bytes.putVarint(NAME.length + ByteArrayBuilder.varintBytes(region.length) + region.length);
        bytes.put(NAME);
        bytes.putVarint(region.length);
        bytes.put(region);
        return bytes.copy();
    }

    /** Adds a cell, and returns its size. */
    public int putCell(ByteArrayBuilder to, byte[] row) {
        to.put(beforeRow);
        to.put(row);
        to.put(afterRow);
        return beforeRow.length + row.length + afterRow.length;
    }

    /** Adds the {@code RegionAction} of a region's puts. */
    public void putRegionAction(ByteArrayBuilder to, byte[] specifier, int puts) {
        to.put(REGION_ACTION_TAG);
        to.putVarint(specifier.length + puts * action.length);
        to.put(specifier);
        for (int i = 0; i < puts; i++) {
            to.put(action);
        }
    }

    /** Adds the {@code RequestHeader}. */
    public static void putHeader(ByteArrayBuilder to, int call, int cellBytes) {
        to.put(NUMBER_TAG);
        to.putVarint(call);
        to.put(MULTI);
        to.put(1 + ByteArrayBuilder.varintBytes(cellBytes));
        to.put(NUMBER_TAG);
        to.putVarint(cellBytes);
    }
}
