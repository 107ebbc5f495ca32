package io.sluice;

import java.io.IOException;

/** There was no room for a mutation. It was not accepted; try again when the mutator is ready. */
public class BufferFullException extends IOException {

    /** Creates an exception with this message. */
    public BufferFullException(String message) {
        super(message);
    }
}
