package io.sluice.testserver;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Cells in the format of HBase's {@code KeyValueCodec}. Reads them far more strictly than HBase, which stores cells
 * with contradictory lengths and then cannot read its files.
 */
final class CellBlock {
    private static final int LENGTHS = 2 * Integer.BYTES;
    private static final int KEY_FIXED = Short.BYTES + 1 + Long.BYTES + 1;
    private static final int MAX_ROW = Short.MAX_VALUE;

    private CellBlock() {}

    /** @throws IllegalArgumentException if any byte of it is invalid */
    static List<StoredCell> decode(byte[] block) {
        ByteBuffer in = ByteBuffer.wrap(block);
        List<StoredCell> cells = new ArrayList<>();
        while (in.hasRemaining()) {
            require(in.remaining() >= Integer.BYTES, "length cut off", in);
            int length = in.getInt();
            require(length >= LENGTHS + KEY_FIXED && length <= in.remaining(), "cell of " + length + " bytes", in);
            int end = in.position() + length;
            cells.add(cell(in, length));
            require(in.position() == end, "cell does not end where its lengths say", in);
        }
        return cells;
    }

    private static StoredCell cell(ByteBuffer in, int length) {
        int keyLength = in.getInt();
        int valueLength = in.getInt();
        require(
                keyLength >= KEY_FIXED && valueLength >= 0 && (long) LENGTHS + keyLength + valueLength == length,
                "key of " + keyLength + " and value of " + valueLength + " bytes in " + length,
                in);
        int rowLength = in.getShort();
        require(rowLength > 0 && rowLength <= MAX_ROW && rowLength <= keyLength - KEY_FIXED, "row " + rowLength, in);
        byte[] row = take(in, rowLength);
        int familyLength = in.get();
        int rest = keyLength - KEY_FIXED - rowLength;
        require(familyLength > 0 && familyLength <= rest, "family of " + familyLength + " bytes", in);
        byte[] family = take(in, familyLength);
        byte[] qualifier = take(in, rest - familyLength);
        long timestamp = in.getLong();
        require(timestamp >= 0, "timestamp " + timestamp, in);
        StoredCell.Type type = StoredCell.Type.of(in.get());
        return new StoredCell(row, family, qualifier, timestamp, type, take(in, valueLength));
    }

    private static byte[] take(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static void require(boolean right, String what, ByteBuffer in) {
        if (!right) {
            throw new IllegalArgumentException("cell block: " + what + " at byte " + in.position());
        }
    }

    static byte[] encode(List<StoredCell> cells) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            for (StoredCell cell : cells) {
                int keyLength = KEY_FIXED + cell.row().length + cell.family().length + cell.qualifier().length;
                out.writeInt(LENGTHS + keyLength + cell.value().length);
                out.writeInt(keyLength);
                out.writeInt(cell.value().length);
                out.writeShort(cell.row().length);
                out.write(cell.row());
                out.writeByte(cell.family().length);
                out.write(cell.family());
                out.write(cell.qualifier());
                out.writeLong(cell.timestamp());
                out.writeByte(cell.type().code());
                out.write(cell.value());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
