package io.sluice.internal.pool;

import io.sluice.HBaseIOException;

/** No connection became available in time. */
public final class AcquireTimeoutException extends HBaseIOException {
    private static final long serialVersionUID = 1L;

    AcquireTimeoutException(String message) {
        super(message);
    }
}
