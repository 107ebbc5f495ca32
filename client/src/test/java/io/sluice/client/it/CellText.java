package io.sluice.client.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sluice.embedded.ScannedCell;

/**
 * A cell in a form that tests can compare and print: each byte is one character.
 *
 * @param timestamp milliseconds, or {@link #ANY} where the server chose it
 * @param type code of HBase's {@code KeyValue.Type}
 */
record CellText(String row, String family, String qualifier, long timestamp, int type, String value) {
    /** Stands for a time stamp that the test does not know. */
    static final long ANY = -1;

    static final int PUT = 4;
    static final int DELETE = 8;
    static final int DELETE_FAMILY_VERSION = 10;
    static final int DELETE_COLUMN = 12;
    static final int DELETE_FAMILY = 14;

    static CellText of(ScannedCell cell) {
        return new CellText(
                text(cell.row()),
                text(cell.family()),
                text(cell.qualifier()),
                cell.timestamp(),
                cell.typeCode(),
                text(cell.value()));
    }

    static CellText put(String row, String family, String qualifier, long timestamp, String value) {
        return new CellText(row, family, qualifier, timestamp, PUT, value);
    }

    static CellText marker(String row, String family, String qualifier, long timestamp, int type) {
        return new CellText(row, family, qualifier, timestamp, type, "");
    }

    /** The same cell with whatever time stamp. */
    CellText anyTime() {
        return new CellText(row, family, qualifier, ANY, type, value);
    }

    /** The bytes as characters. */
    static String text(byte[] bytes) {
        return new String(bytes, ISO_8859_1);
    }

    /** The characters, none above 255, as bytes. */
    static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }
}
