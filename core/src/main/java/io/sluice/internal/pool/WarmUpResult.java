package io.sluice.internal.pool;

import java.util.List;

/**
 * Result of the warm-up of one pool.
 *
 * @param opened connections that it opened
 * @param open connections of the pool at its end
 * @param errors one for each failed connect
 */
public record WarmUpResult(int opened, int open, List<Throwable> errors) {
    public WarmUpResult {
        errors = List.copyOf(errors);
    }
}
