package io.sluice.loader.input;

/**
 * Follows the quotes of a record through its lines, by the rules of RFC 4180: a quote opens at the start of a field, two in a
 * quoted field are one, and after the one that closes comes a delimiter or the end of the record.
 */
final class QuoteScan {
    private final char delimiter;
    private final char quote;
    private State state = State.START;
    private int fields = 1;
    private int openedAt;

    private enum State {
        /** Of a field. */
        START,
        PLAIN,
        QUOTED,
        /** Behind a quote in a quoted field: it closes unless another one follows. */
        CLOSING,
        MALFORMED
    }

    QuoteScan(char delimiter, char quote) {
        this.delimiter = delimiter;
        this.quote = quote;
    }

    /** Goes on with a line; to be called for the next one only if this one has left a field open. */
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

    /** Returns whether a quoted field goes on in the next line. */
    boolean isOpen() {
        return state == State.QUOTED;
    }

    /** Returns whether there is a quote where none may be; then no other answer counts. */
    boolean isMalformed() {
        return state == State.MALFORMED;
    }

    /** Returns the place, in its line, of the quote that opened the last quoted field. */
    int openedAt() {
        return openedAt;
    }

    /** Returns how many fields there were so far. */
    int fields() {
        return fields;
    }
}
