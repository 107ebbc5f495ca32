package io.sluice.connectors;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** The functions that a row-key template applies to a text. */
final class KeyFunction {
    static final String NAMES =
            "pad:N, reverse, hash:N, upper, lower, trim, and, only as the last one, int, long, hex, base64";

    private static final int MAX_PAD = 1_000;

    private KeyFunction() {}

    /**
     * Returns a function by its name and argument.
     *
     * @throws IllegalArgumentException if there is no function with this name
     */
    static UnaryOperator<String> of(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String argument = colon < 0 ? "" : text.substring(colon + 1);
        return switch (name) {
            case "pad" -> pad(number(text, argument, MAX_PAD));
            case "hash" -> hash(argument.isEmpty() ? 8 : number(text, argument, 64));
            case "reverse" ->
                plain(
                        text,
                        argument,
                        value -> new StringBuilder(value).reverse().toString());
            case "upper" -> plain(text, argument, value -> value.toUpperCase(Locale.ROOT));
            case "lower" -> plain(text, argument, value -> value.toLowerCase(Locale.ROOT));
            case "trim" -> plain(text, argument, String::strip);
            default ->
                throw new IllegalArgumentException("'" + text + "' is not a function; the functions are " + NAMES);
        };
    }

    private static UnaryOperator<String> plain(String text, String argument, UnaryOperator<String> function) {
        if (!argument.isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' does not take a number");
        }
        return function;
    }

    private static UnaryOperator<String> pad(int width) {
        return value -> {
            if (value.length() > width) {
                throw new IllegalArgumentException("'" + value + "' is longer than pad:" + width);
            }
            return "0".repeat(width - value.length()) + value;
        };
    }

    /** The first hexadecimal digits of SHA-256: the same in every run and every language. */
    private static UnaryOperator<String> hash(int digits) {
        return value -> HexFormat.of().formatHex(sha256(value)).substring(0, digits);
    }

    private static byte[] sha256(String value) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static int number(String text, String argument, int max) {
        if (!argument.matches("[1-9]\\d{0,3}") || Integer.parseInt(argument) > max) {
            throw new IllegalArgumentException("'" + text + "' needs a number from 1 to " + max);
        }
        return Integer.parseInt(argument);
    }
}
