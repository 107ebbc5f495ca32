package io.sluice.client.internal.metrics;

/**
 * The windows of requests to a server at this moment, of all mutators together.
 *
 * @param size requests that may be in flight
 * @param inFlight requests in flight
 * @param waiting requests that wait for a place
 */
public record WindowNow(long size, long inFlight, long waiting) {
    /** Of no mutator. */
    public static final WindowNow NONE = new WindowNow(0, 0, 0);

    /** Both together. */
    public WindowNow plus(WindowNow other) {
        return new WindowNow(size + other.size, inFlight + other.inFlight, waiting + other.waiting);
    }
}
