package io.sluice.loader.input;

/**
 * Follows the quotes of a record through its lines, by the rules of RFC 4180: an opening quote is at the start of a
 * field, two quotes in a quoted field mean one, and after the closing quote comes a delimiter or the end of the record.
 */
final class QuoteScan {
    private final char delimiter;
    private final char quote;
    private State state = State.START;
    private int fields = 1;
    private int openedAt;

    private enum State {
        /** At the start of a field. */
        START,
        PLAIN,
        QUOTED,
        /** After a quote in a quoted field, which closes the field unless another one follows. */
        CLOSING,
        MALFORMED
    }

    QuoteScan(char delimiter, char quote) {
        this.delimiter = delimiter;
        this.quote = quote;
    }

    /** Scans a line; call it for the next line only if this one has left a field open. */
    QuoteScan line(String text) {
        for (int i = 0; i < text.length() && state != State.MALFORMED; i++) {
            State before = state;
            state = after(text.charAt(i));
            if (before == State.START && state == State.QUOTED) {
                openedAt = i;
            }
        }
        return this;
    }

    private State after(char c) {
        if (state == State.QUOTED) {
            return c == quote ? State.CLOSING : State.QUOTED;
        }
        if (c == delimiter) {
            fields++;
            return State.START;
        }
        if (c == quote) {
            return switch (state) {
                case START, CLOSING -> State.QUOTED;
                default -> State.MALFORMED;
            };
        }
        return state == State.CLOSING ? State.MALFORMED : State.PLAIN;
    }

    /** Returns whether a quoted field continues in the next line. */
    boolean isOpen() {
        return state == State.QUOTED;
    }

    /** Returns whether there is a quote where none is allowed; then the other results have no meaning. */
    boolean isMalformed() {
        return state == State.MALFORMED;
    }

    /** Returns the position, in its line, of the quote that opened the last quoted field. */
    int openedAt() {
        return openedAt;
    }

    /** Returns the number of fields so far. */
    int fields() {
        return fields;
    }
}
