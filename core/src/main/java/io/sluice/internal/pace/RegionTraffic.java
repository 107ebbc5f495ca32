package io.sluice.internal.pace;

import io.sluice.internal.locate.RegionLocation;
import java.util.List;

/**
 * Which regions got most lately: bytes, retries, and time. Counted once for each request and region, never for each
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

    /** A request was answered that had bytes for a place, which counts if it is a region. */
    public void answered(Place place, long sentBytes, long tookNanos, long nowNanos) {
        if (place instanceof Place.OfRegion of) {
            bytes.add(of.region(), sentBytes, nowNanos);
            time.add(of.region(), tookNanos, nowNanos);
        }
    }

    /** Mutations for a place have to be sent again, which counts if it is a region. */
    public void retried(Place place, int mutations, long nowNanos) {
        if (place instanceof Place.OfRegion of) {
            retries.add(of.region(), mutations, nowNanos);
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
