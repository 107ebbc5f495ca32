package io.sluice.internal.batch;

/**
 * The limits of one request.
 *
 * @param maxBytes bytes of cells, unless a single mutation has more
 * @param maxMutations number of mutations
 */
public record RequestLimits(long maxBytes, int maxMutations) {
    public RequestLimits {
        if (maxBytes <= 0 || maxMutations <= 0) {
            throw new IllegalArgumentException(
                    "a request must hold something: maxBytes " + maxBytes + ", maxMutations " + maxMutations);
        }
    }
}
