package io.sluice;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Which readers see a cell: labels joined by {@code &}, {@code |}, {@code !} and parentheses, such as {@code
 * (secret|topsecret)&!probationary}. Immutable. The expression is checked by the server, not here.
 */
public final class CellVisibility {

    private final String expression;

    /** Creates one of this expression, whose unusual labels were quoted by {@link #quote(String)}. */
    public CellVisibility(String expression) {
        this.expression = Objects.requireNonNull(expression, "expression");
    }

    /** The expression as given. */
    public String getExpression() {
        return expression;
    }

    /** The same as {@link #getExpression}. */
    @Override
    public String toString() {
        return expression;
    }

    /** A label in quotes, as an expression needs it if it has operators, quotes, spaces or letters beyond ASCII. */
    public static String quote(String label) {
        return quote(label.getBytes(StandardCharsets.UTF_8));
    }

    /** A label in UTF-8 in quotes. */
    public static String quote(byte[] label) {
        String text = new String(label, StandardCharsets.UTF_8);
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
