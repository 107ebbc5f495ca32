package io.sluice.internal.cell;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** Encoded cells for tests. */
final class TestCells {

    private TestCells() {}

    static byte[] cell(String row, String family, String qualifier, long timestamp, int type, String value) {
        byte[] rowBytes = row.getBytes(UTF_8);
        byte[] familyBytes = family.getBytes(UTF_8);
        byte[] qualifierBytes = qualifier.getBytes(UTF_8);
        byte[] valueBytes = value.getBytes(UTF_8);
        int size =
                CellEncoder.encodedSize(rowBytes.length, familyBytes.length, qualifierBytes.length, valueBytes.length);
        byte[] bytes = new byte[size];
        int at = CellEncoder.writeLengths(bytes, 0, size, valueBytes.length);
        at = CellEncoder.writeRow(bytes, at, rowBytes, 0, rowBytes.length);
        at = CellEncoder.writeFamily(bytes, at, familyBytes, 0, familyBytes.length);
        at = CellEncoder.writeBytes(bytes, at, qualifierBytes, 0, qualifierBytes.length);
        at = CellEncoder.writeStamp(bytes, at, timestamp, (byte) type);
        CellEncoder.writeBytes(bytes, at, valueBytes, 0, valueBytes.length);
        return bytes;
    }

    static byte[] block(byte[]... cells) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (byte[] cell : cells) {
            block.writeBytes(cell);
        }
        return block.toByteArray();
    }
}
