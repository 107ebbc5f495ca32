package io.sluice.internal.pool;

/** Why a connection left its pool. */
public enum CloseReason {
    /** It was not used for the idle timeout. */
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
