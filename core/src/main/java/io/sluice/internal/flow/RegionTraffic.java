package io.sluice.internal.flow;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.internal.locate.RegionLocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The regions with the most recent traffic: bytes, retries, and time. Counted for a few regions of each request, never for
 * each mutation; bounded, whatever the number of regions: see {@link Sketch}. Traffic fades with a half-life of a minute.
 * Safe for use by many threads.
 */
public final class RegionTraffic {
    private final Sketch bytes = new Sketch();
    private final Sketch retries = new Sketch();
    private final Sketch time = new Sketch();

    /** A region and its recent traffic: a weight, and the number of requests that added to it. */
    public record Recent(RegionLocation region, double weight, double requests) {
        /** The weight of one request. */
        public double mean() {
            return requests == 0 ? 0 : weight / requests;
        }
    }

    /**
     * A request with bytes for a region was answered.
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

    /** The regions with most bytes; the weight is bytes. */
    public List<Recent> topByBytes(int count, long nowNanos) {
        return bytes.top(count, nowNanos, Recent::weight);
    }

    /** The regions with most mutations sent again; the weight is mutations. */
    public List<Recent> topByRetries(int count, long nowNanos) {
        return retries.top(count, nowNanos, Recent::weight);
    }

    /** The regions whose requests took longest on average, among those with most time in all; the weight is nanoseconds. */
    public List<Recent> topByLatency(int count, long nowNanos) {
        return time.top(count, nowNanos, Recent::mean);
    }

    /**
     * The regions with the greatest recent weight, in bounded space. Each region belongs to a bucket, by its name; each
     * bucket keeps one region, by a vote: the weight of that region counts for it, the weight of others against it, and when
     * the votes are used up the newcomer takes the bucket. So a region that has more than half of its bucket's weight is the
     * one that is kept; among a thousand regions that is one with some thousandth part of all.
     *
     * <p>An addition takes the lock of its bucket. Weights fade with a half-life of a minute. A region that takes over a
     * bucket begins at nothing, so its figures are too low rather than too high.
     */
    static final class Sketch {
        static final int BUCKETS = 512;
        static final long HALF_LIFE_NANOS = TimeUnit.MINUTES.toNanos(1);

        /** Weights fade in steps of this length, which saves an exponential for nearly every addition. */
        private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

        private static final int GOLDEN = 0x9E3779B9;
        private static final int SHIFT = Integer.numberOfLeadingZeros(BUCKETS - 1);

        /** A weight below this has faded. */
        private static final double NOTHING = 0.5;

        private final AtomicReferenceArray<@Nullable Bucket> buckets = new AtomicReferenceArray<>(BUCKETS);

        private static final class Bucket {
            // A leaf, held for a few field writes.
            private final ReentrantLock lock = new ReentrantLock();

            @GuardedBy("lock") private RegionLocation region;

            @GuardedBy("lock") private double votes;

            @GuardedBy("lock") private double weight;

            @GuardedBy("lock") private double requests;

            @GuardedBy("lock") private long fadedNanos;

            Bucket(RegionLocation first, long nowNanos) {
                region = first;
                fadedNanos = nowNanos;
            }

            void add(RegionLocation of, double added, int count, long nowNanos) {
                lock.lock();
                try {
                    fade(nowNanos);
                    if (!of.isSameRegion(region)) {
                        votes -= added;
                        if (votes >= 0) {
                            return;
                        }
                        votes = -votes - added;
                        weight = 0;
                        requests = 0;
                    }
                    // The latest location of the same region: it may have moved.
                    region = of;
                    votes += added;
                    weight += added;
                    requests += count;
                } finally {
                    lock.unlock();
                }
            }

            @GuardedBy("lock") private void fade(long nowNanos) {
                long passedNanos = nowNanos - fadedNanos;
                if (passedNanos >= STEP_NANOS) {
                    double left = Math.pow(0.5, (double) passedNanos / HALF_LIFE_NANOS);
                    votes *= left;
                    weight *= left;
                    requests *= left;
                    fadedNanos = nowNanos;
                }
            }

            Recent recent(long nowNanos) {
                lock.lock();
                try {
                    fade(nowNanos);
                    return new Recent(region, weight, requests);
                } finally {
                    lock.unlock();
                }
            }
        }

        /** Adds the weight of this many requests. */
        void add(RegionLocation region, double weight, int count, long nowNanos) {
            int index = (region.nameHash() * GOLDEN) >>> SHIFT;
            Bucket bucket = buckets.get(index);
            if (bucket == null) {
                Bucket made = new Bucket(region, nowNanos);
                Bucket others = buckets.compareAndExchange(index, null, made);
                bucket = others == null ? made : others;
            }
            bucket.add(region, weight, count, nowNanos);
        }

        /** The first ones by an order, descending. */
        List<Recent> top(int count, long nowNanos, ToDoubleFunction<Recent> order) {
            List<Recent> all = new ArrayList<>();
            for (int i = 0; i < BUCKETS; i++) {
                Bucket bucket = buckets.get(i);
                Recent recent = bucket == null ? null : bucket.recent(nowNanos);
                if (recent != null && recent.weight() >= NOTHING) {
                    all.add(recent);
                }
            }
            all.sort(Comparator.comparingDouble(order).reversed());
            return List.copyOf(all.subList(0, Math.min(count, all.size())));
        }
    }
}
