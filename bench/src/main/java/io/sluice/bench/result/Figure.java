package io.sluice.bench.result;

/**
 * What one contender did. Not a number stands for a run that failed, and meets no goal.
 *
 * @param contender its name
 * @param value the mean of the iterations
 * @param low the lowest iteration
 * @param high the highest iteration
 */
public record Figure(String contender, double value, double low, double high) {}
