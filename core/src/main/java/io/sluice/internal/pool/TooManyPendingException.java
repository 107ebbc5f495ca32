package io.sluice.internal.pool;

import io.sluice.HBaseIOException;

/** The most callers that may wait for a connection wait already. */
public final class TooManyPendingException extends HBaseIOException {
    private static final long serialVersionUID = 1L;

    TooManyPendingException(String message) {
        super(message);
    }
}
