package io.sluice;

import java.time.Duration;

/**
 * The outcome of a flush: what became of the mutations that had been accepted and had not settled when it was called. Some
 * that other threads wrote during the call may be counted as well.
 *
 * @param acked mutations the servers acknowledged since the call
 * @param failed mutations that failed since the call
 * @param pending mutations that had not settled at the deadline
 * @param took from the call until the result
 */
public record FlushResult(long acked, long failed, long pending, Duration took) {}
