package io.sluice;

/** Values in error messages: printable, quoted and never longer than a line. */
final class Excerpt {

    private static final int MAX_LENGTH = 48;

    private Excerpt() {}

    /** The bytes as {@link Bytes#toStringBinary(byte[])} prints them; only the first ones if there are many. */
    static String of(byte[] bytes) {
        if (bytes.length <= MAX_LENGTH) {
            return "'" + Bytes.toStringBinary(bytes) + "'";
        }
        return "'" + Bytes.toStringBinary(bytes, 0, MAX_LENGTH) + "…' (" + bytes.length + " bytes)";
    }

    /** The text; only its start if it is long. */
    static String of(String text) {
        if (text.length() <= MAX_LENGTH) {
            return "'" + text + "'";
        }
        return "'" + text.substring(0, MAX_LENGTH) + "…' (" + text.length() + " characters)";
    }
}
