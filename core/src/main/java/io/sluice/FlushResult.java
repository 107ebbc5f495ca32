package io.sluice;

import java.time.Duration;

/**
 * The outcome of a flush.
 *
 * @param acked mutations the servers acknowledged
 * @param failed mutations that failed
 * @param pending mutations that had not settled at the deadline
 * @param took from the call until the result
 */
public record FlushResult(long acked, long failed, long pending, Duration took) {}
