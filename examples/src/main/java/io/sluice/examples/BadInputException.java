package io.sluice.examples;

import java.io.IOException;

/** Input, or an option, that cannot be used; the message says which and where. */
final class BadInputException extends IOException {
    private static final long serialVersionUID = 1;

    BadInputException(String message) {
        super(message);
    }

    BadInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
