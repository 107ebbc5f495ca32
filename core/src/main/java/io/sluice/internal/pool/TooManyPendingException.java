package io.sluice.internal.pool;

import io.sluice.HBaseIOException;

/** As many wait for a connection as may. */
public final class TooManyPendingException extends HBaseIOException {
    private static final long serialVersionUID = 1L;

    TooManyPendingException(String message) {
        super(message);
    }
}
