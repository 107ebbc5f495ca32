package io.sluice.embedded.child;

import io.sluice.embedded.internal.Tokens;
import java.util.Iterator;
import java.util.List;

/** Reads the tokens of a command from left to right. */
final class Arguments {
    private final Iterator<String> tokens;

    Arguments(List<String> tokens) {
        this.tokens = tokens.iterator();
    }

    boolean hasMore() {
        return tokens.hasNext();
    }

    byte[] bytes() {
        return Tokens.bytes(tokens.next());
    }

    String text() {
        return Tokens.text(tokens.next());
    }

    long number() {
        return Long.parseLong(tokens.next());
    }

    int count() {
        return Integer.parseInt(tokens.next());
    }
}
