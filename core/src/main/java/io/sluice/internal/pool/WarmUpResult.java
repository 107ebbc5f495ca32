package io.sluice.internal.pool;

import java.util.List;

/**
 * What a warm-up of one pool did.
 *
 * @param opened connections that it opened
 * @param open connections of the pool when it had ended
 * @param errors of connects that failed, one for each
 */
public record WarmUpResult(int opened, int open, List<Throwable> errors) {
    public WarmUpResult {
        errors = List.copyOf(errors);
    }
}
