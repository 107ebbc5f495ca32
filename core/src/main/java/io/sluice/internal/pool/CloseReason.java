package io.sluice.internal.pool;

/** Why a pool parted with a connection. */
public enum CloseReason {
    /** Nobody used it for the idle timeout. */
    IDLE,
    /** It reached its maximum lifetime. */
    LIFETIME,
    /** It failed a health check. */
    UNHEALTHY,
    /** It ended by itself. */
    LOST,
    /** The pool was closed. */
    CLOSED
}
