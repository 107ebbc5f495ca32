package io.sluice.internal.pace;

/**
 * A window of requests to one server, at one moment.
 *
 * @param size how many may be in flight
 * @param inFlight how many are
 * @param waiting how many wait for a place
 * @param latencyNanos how long answers take, about; 0 before the first good one
 * @param pressure in percent, of the region that has most, as the last good answer said; 0 if not known
 * @param troubles how many requests in a row were not answered, or by a server that has too much to do
 */
public record WindowState(int size, int inFlight, int waiting, long latencyNanos, int pressure, int troubles) {}
