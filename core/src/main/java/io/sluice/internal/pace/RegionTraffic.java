package io.sluice.internal.pace;

import io.sluice.internal.locate.RegionLocation;
import java.util.List;

/**
 * Which regions got most lately: bytes, retries, and time. Counted for a few regions of each request, never for each
 * mutation; bounded, whatever the number of regions: see {@link RegionSketch}. "Lately" fades with a half-life of a
 * minute. Safe for use by many threads.
 */
public final class RegionTraffic {
    private final RegionSketch bytes = new RegionSketch();
    private final RegionSketch retries = new RegionSketch();
    private final RegionSketch time = new RegionSketch();

    /** A region with what it got lately: a weight, and the number of requests that brought it. */
    public record Recent(RegionLocation region, double weight, double requests) {
        /** The weight of one request. */
        public double mean() {
            return requests == 0 ? 0 : weight / requests;
        }
    }

    /**
     * A request was answered that had bytes for a region.
     *
     * @param standsFor how many such requests it counts as
     */
    public void answered(RegionLocation region, long sentBytes, long tookNanos, int standsFor, long nowNanos) {
        bytes.add(region, (double) sentBytes * standsFor, standsFor, nowNanos);
        time.add(region, (double) tookNanos * standsFor, standsFor, nowNanos);
    }

    /** Mutations for a place have to be sent again, which counts if it is a region. */
    public void retried(Place place, int mutations, long nowNanos) {
        if (place instanceof Place.OfRegion of) {
            retries.add(of.region(), mutations, 1, nowNanos);
        }
    }

    /** Where most bytes went; the weight is bytes. */
    public List<Recent> topByBytes(int count, long nowNanos) {
        return bytes.top(count, nowNanos, Recent::weight);
    }

    /** Where most mutations had to be sent again; the weight is mutations. */
    public List<Recent> topByRetries(int count, long nowNanos) {
        return retries.top(count, nowNanos, Recent::weight);
    }

    /** Where requests took longest on average, among those where they took most time in all; the weight is nanoseconds. */
    public List<Recent> topByLatency(int count, long nowNanos) {
        return time.top(count, nowNanos, Recent::mean);
    }
}
