package io.sluice.embedded.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/**
 * Tokens of a line of the control protocol. A line is {@code <number> <word> <token>...}, separated by one space; a
 * token is a decimal number or base64url of bytes. An empty array is written as {@code -}, which base64url never
 * produces alone.
 */
public final class Tokens {
    /** The word of an answer's line that carries one piece of data; more lines follow. */
    public static final String DATA = "data";

    /** The word of an answer's last line when the command succeeded. */
    public static final String OK = "ok";

    /** The word of an answer's last line when the command failed; its token is the text. */
    public static final String ERROR = "error";

    private static final String EMPTY = "-";
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    private Tokens() {}

    /** Returns the token of {@code bytes}. */
    public static String of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : ENCODER.encodeToString(bytes);
    }

    /** Returns the token of {@code text} in UTF-8. */
    public static String of(String text) {
        return of(text.getBytes(UTF_8));
    }

    /** Returns the token of {@code number}. */
    public static String of(long number) {
        return Long.toString(number);
    }

    /** Returns the bytes of {@code token}; a new array. */
    public static byte[] bytes(String token) {
        return token.equals(EMPTY) ? new byte[0] : DECODER.decode(token);
    }

    /** Returns the text of {@code token}. */
    public static String text(String token) {
        return new String(bytes(token), UTF_8);
    }
}
