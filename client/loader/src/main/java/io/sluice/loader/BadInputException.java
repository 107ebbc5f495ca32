package io.sluice.loader;

import java.io.IOException;

/** Unusable input or option; the message says which and where. */
public final class BadInputException extends IOException {
    private static final long serialVersionUID = 1;

    public BadInputException(String message) {
        super(message);
    }

    public BadInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
