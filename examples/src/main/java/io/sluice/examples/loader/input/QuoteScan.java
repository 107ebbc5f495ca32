package io.sluice.examples.loader.input;

/** Follows quotes through the lines of one record: a quote opens at the start of a field, and two in a row are one. */
final class QuoteScan {
    private final char delimiter;
    private final char quote;
    private boolean inside;

    QuoteScan(char delimiter, char quote) {
        this.delimiter = delimiter;
        this.quote = quote;
    }

    /** Returns whether a quoted field is still open at the end of this line, which follows those given before. */
    boolean endsInside(String line) {
        boolean mayOpen = !inside;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (inside) {
                inside = c != quote;
                // The first of two closes, the second opens again.
                mayOpen = !inside;
            } else {
                inside = c == quote && mayOpen;
                mayOpen = c == delimiter;
            }
        }
        return inside;
    }
}
