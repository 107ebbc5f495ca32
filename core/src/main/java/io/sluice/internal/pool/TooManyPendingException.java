package io.sluice.internal.pool;

import io.sluice.HBaseIOException;

/** As many callers as allowed already wait for a connection. */
public final class TooManyPendingException extends HBaseIOException {
    private static final long serialVersionUID = 1L;

    TooManyPendingException(String message) {
        super(message);
    }
}
