package io.sluice.internal.batch;

import io.sluice.Ordering;
import io.sluice.internal.retry.RetryPolicy;
import java.util.Map;

/**
 * How a mutator wants its batches sent.
 *
 * @param ordering whether the order of rows is kept; {@code PER_ROW} needs batches that are
 *     {@linkplain Batch#number(long) numbered}
 * @param maxRequestBytes bytes of cells and attributes in one request, unless a single mutation has more; positive
 * @param maxRequestMutations mutations in one request; positive
 * @param retry how often and after which pauses
 * @param rpcTimeoutNanos how long one request may take
 * @param operationTimeoutNanos how long a mutation may take from the hand-over of its batch, retries included
 * @param startLogErrorsCount failed attempts of a mutation before they are logged
 * @param requestAttributes attributes of each request
 */
public record DispatchSettings(
        Ordering ordering,
        long maxRequestBytes,
        int maxRequestMutations,
        RetryPolicy retry,
        long rpcTimeoutNanos,
        long operationTimeoutNanos,
        int startLogErrorsCount,
        Map<String, byte[]> requestAttributes) {}
