package io.sluice.bench.result;

/**
 * What one contender did.
 *
 * @param contender its name
 * @param value the mean of the iterations
 * @param low the lowest iteration
 * @param high the highest iteration
 */
public record Figure(String contender, double value, double low, double high) {}
