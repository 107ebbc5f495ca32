package io.sluice.internal.pace;

/**
 * How a request went.
 *
 * @param sentNanos when it was sent, on the engine's clock
 * @param atNanos when its outcome was known
 * @param bytes of its cells
 * @param verdict what its outcome says of the server
 * @param pressure in percent, of the region that has most: see {@code ServerBatchResult.pressure}; 0 if not known
 */
public record AnswerReport(long sentNanos, long atNanos, long bytes, Verdict verdict, int pressure) {}
