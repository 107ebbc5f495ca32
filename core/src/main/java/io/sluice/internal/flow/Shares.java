package io.sluice.internal.flow;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.TableName;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.time.Notice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How much of a connection's budget is on its way to each server, and to each region that does not accept its mutations, so
 * that none of them holds all of it: a place over its share gets no more mutations until it has gone down to seven eighths
 * of it, while others continue.
 *
 * <p>If only one server has anything on its way, and it answers and nothing has failed there, room is only reserved for
 * others that may come: the server may hold all but one share. When another comes into use, or when it fails or falls
 * silent, it is bound by the share.
 *
 * <p>Bytes count from the dispatch of a batch to the outcome, in requests, in windows, in look-ups and in pauses; not in the
 * buffer, where their destination is not known yet. So a share may be exceeded by what is buffered. Counting happens once
 * for each request, and for each region of what is sent again. Safe for use by many threads.
 */
public final class Shares {
    private final long limitBytes;
    private final double fraction;
    private final long shareBytes;
    /** Limit of a server that is the only one in use. */
    private final long aloneBytes;
    /** How far below its limit a place must be to be let in again. */
    private final long slackBytes;

    // A thread that lets the only server in use exceed its share counts the server's bytes first and reads this
    // afterwards. A thread that brings a second server into use counts it here first and checks all servers' bytes
    // afterwards. So at least one of the two sees the other.
    private final AtomicInteger serversInUse = new AtomicInteger();

    private final ConcurrentMap<Place, Held> places = new ConcurrentHashMap<>();

    // No other lock of ours is taken under it, and no future completes. Held for a walk over the few places that are
    // over their share.
    private final ReentrantLock lock = new ReentrantLock();

    /** Notices for places over their share that a caller waits for. */
    @GuardedBy("lock") private final Map<Place, Notice> waiters = new HashMap<>();

    /** The places over their share, nearly always none. Changed under the lock, read without it. */
    private final List<Place> over = new CopyOnWriteArrayList<>();

    private volatile boolean anySilent;

    private final RegionTraffic traffic = new RegionTraffic();

    /** Whether anything has ever failed: until then no trouble can be over. */
    private volatile boolean troubled;

    /** What a place holds. Bytes change under the lock of its bin in the map, trouble anywhere. */
    private static final class Held {
        private volatile long bytes;
        private volatile @Nullable Trouble trouble;
        /** Set for a server that came into use when another was alone, until the shares have been checked again. */
        private volatile boolean isSecond;
        /** How often bytes have come back. Changes under the lock of its bin in the map. */
        private volatile long returns;

        // Used by noteSilence, which is called by one thread after the other.
        private volatile long returnsSeen = -1;
        private volatile long returnsSeenNanos;
        private volatile boolean silent;

        private boolean noteSilence(long nowNanos, long silenceNanos) {
            if (returns != returnsSeen) {
                returnsSeen = returns;
                returnsSeenNanos = nowNanos;
            }
            silent = nowNanos - returnsSeenNanos >= silenceNanos;
            return silent;
        }
    }

    /**
     * Why a place does not accept its mutations.
     *
     * @param sinceNanos when it first failed after it last succeeded, on the engine's clock
     * @param times how often since then, counted by request
     * @param error the last one
     * @param nextNanos when it is tried again
     */
    public record Trouble(long sinceNanos, int times, Throwable error, long nextNanos) {}

    /**
     * A place that accepts nothing, or is over its share.
     *
     * @param trouble null if it is only slow
     */
    public record Parked(
            Place place,
            long heldBytes,
            boolean overShare,
            @Nullable Trouble trouble) {}

    /** A place and what it holds. */
    public record Holder(Place place, long bytes) {}

    /**
     * @param limitBytes of the whole budget
     * @param fraction of it that one region or server may hold, above 0 and at most 1
     */
    public Shares(long limitBytes, double fraction) {
        // Written so that it refuses NaN, too.
        if (!(fraction > 0 && fraction <= 1)) {
            throw new IllegalArgumentException(
                    "regionShare (sluice.client.region.share) must be above 0 and at most 1, not " + fraction);
        }
        this.limitBytes = limitBytes;
        this.fraction = fraction;
        // A share of everything is no limit.
        shareBytes = fraction == 1 ? Long.MAX_VALUE : Math.max(1, (long) (limitBytes * fraction));
        aloneBytes = fraction == 1 ? Long.MAX_VALUE : Math.max(shareBytes, limitBytes - shareBytes);
        slackBytes = shareBytes / 8;
    }

    /** Counts bytes that are on their way. */
    public void add(Place place, long bytes) {
        Held held = count(place, bytes, false);
        if (held == null) {
            return;
        }
        if (held.bytes > shareBytes && held.bytes > limitOf(place, held)) {
            update(place);
        }
        if (held.isSecond) {
            held.isSecond = false;
            // The server that was alone is bound by its share from now on.
            places.forEach((other, its) -> {
                if (its.bytes > shareBytes) {
                    update(other);
                }
            });
        }
    }

    /** What a place may hold now. {@code held} is null if it holds nothing. */
    private long limitOf(Place place, @Nullable Held held) {
        boolean alone = place instanceof Place.OfServer && serversInUse.get() <= 1;
        return alone && (held == null || (held.trouble == null && !held.silent)) ? aloneBytes : shareBytes;
    }

    /** Whether a place that was over its share holds so little that it is let in again. */
    private boolean isWellBelow(Place place, @Nullable Held held) {
        return held == null || held.bytes <= limitOf(place, held) - slackBytes;
    }

    /** Subtracts bytes that are no longer on their way, on any thread; completes the futures of waiting callers. */
    public void remove(Place place, long bytes) {
        uncount(place, bytes, true);
    }

    /** As {@link #remove}, if the entries are still on their way and only need less memory: the place has not answered. */
    public void lessen(Place place, long bytes) {
        uncount(place, bytes, false);
    }

    private void uncount(Place place, long bytes, boolean returned) {
        Held held = count(place, -bytes, returned);
        // The thread that listed the place did so before the bytes went down, or will look at them again.
        if (isAnyOver() && isWellBelow(place, held)) {
            update(place);
        }
    }

    /** Below 0 for a moment, if one thread subtracts before another has added. Null for 0. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // Under the lock of the bin; volatile for readers.
    private @Nullable Held count(Place place, long change, boolean returned) {
        return places.compute(place, (key, known) -> {
            Held now = known == null ? new Held() : known;
            now.bytes += change;
            now.returns += returned ? 1 : 0;
            boolean stays = now.bytes != 0;
            if (place instanceof Place.OfServer && stays != (known != null)) {
                int others = serversInUse.getAndAdd(stays ? 1 : -1);
                now.isSecond = stays && others == 1;
            }
            return stays ? now : null;
        });
    }

    /**
     * Records that a place did not accept its mutations, and why. Two threads at once may count as one.
     *
     * @param nowNanos on the engine's clock
     * @param nextNanos when it is tried again
     */
    public void failed(Place place, Throwable error, long nowNanos, long nextNanos) {
        Held held = places.get(place);
        if (held != null) {
            troubled = true;
            Trouble known = held.trouble;
            held.trouble = known == null
                    ? new Trouble(nowNanos, 1, error, nextNanos)
                    : new Trouble(known.sinceNanos(), known.times() + 1, error, nextNanos);
            if (held.bytes > shareBytes) {
                update(place);
            }
        }
    }

    /** Records that a place accepts mutations. */
    public void served(Place place) {
        if (troubled) {
            Held held = places.get(place);
            if (held != null) {
                held.trouble = null;
            }
        }
    }

    /**
     * Checks which servers have given nothing back for this long, as far as calls of this method have seen. Completes the
     * futures of callers whose place is no longer over its share.
     *
     * @param nowNanos on the engine's clock
     */
    public void noteSilence(long nowNanos, long silenceNanos) {
        boolean any = false;
        for (Map.Entry<Place, Held> entry : places.entrySet()) {
            any |= entry.getKey() instanceof Place.OfServer && entry.getValue().noteSilence(nowNanos, silenceNanos);
        }
        anySilent = any;
        // A server that is alone again may hold more, and an error may have kept a place on the list.
        over.forEach(this::update);
    }

    /** Whether a server was silent at the last {@link #noteSilence}. */
    public boolean isAnySilent() {
        return anySilent;
    }

    /** The bytes on their way to servers, except those that were silent at the last {@link #noteSilence}. */
    public long answeringBytes() {
        long bytes = 0;
        for (Map.Entry<Place, Held> entry : places.entrySet()) {
            Held held = entry.getValue();
            bytes += entry.getKey() instanceof Place.OfServer && !held.silent ? held.bytes : 0;
        }
        return bytes;
    }

    /** The places that accept nothing, or are over their share; those that hold most first. */
    public List<Parked> parked() {
        List<Parked> parked = new ArrayList<>();
        places.forEach((place, held) -> {
            Trouble trouble = held.trouble;
            boolean overShare = over.contains(place);
            if (trouble != null || overShare) {
                parked.add(new Parked(place, held.bytes, overShare, trouble));
            }
        });
        parked.sort(Comparator.comparingLong(Parked::heldBytes).reversed());
        return parked;
    }

    /** The recent traffic of regions. */
    public RegionTraffic traffic() {
        return traffic;
    }

    /** The bytes that one place may hold; {@link Long#MAX_VALUE} for no limit. */
    public long shareBytes() {
        return shareBytes;
    }

    /**
     * Lists a place that is over its share, or takes one off the list that is well below it and tells those who wait for it.
     */
    private void update(Place place) {
        // Kept small: the JIT compiler inlines it into add and remove, which each request calls. When it was larger and
        // called itself, that took about a second of compile time within the third million of puts of 1,000 bytes.
        Notice freed;
        do {
            freed = list(place);
            // Bytes that went down after list() read them, but before the place was seen on the list, were left to this
            // thread. Once freed, nothing is left to do: a thread that lists the place again looks again.
        } while (freed == null && over.contains(place) && isWellBelow(place, places.get(place)));
        if (freed != null) {
            freed.tell();
        }
    }

    /**
     * Puts a place on the list or takes it off, by what it holds.
     *
     * @return for those who wait, if it was taken off and there are any
     */
    private @Nullable Notice list(Place place) {
        lock.lock();
        try {
            Held held = places.get(place);
            if (held == null || isWellBelow(place, held)) {
                over.remove(place);
                return waiters.remove(place);
            }
            if (held.bytes > limitOf(place, held) && !over.contains(place)) {
                over.add(place);
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Whether anything is over its share. Asked for each mutation; reads only what seldom changes. */
    public boolean isAnyOver() {
        return !over.isEmpty();
    }

    /** Whether a place is over its share. */
    public boolean isOver(Place place) {
        return over.contains(place);
    }

    /** The place over its share to which mutations of a row go, or null. */
    public @Nullable Place blocking(TableName table, byte[] row, RegionMap map) {
        for (Place place : over) {
            if (place.holds(table, row, map)) {
                return place;
            }
        }
        return null;
    }

    /**
     * Completes when a place is no longer over its share, on the thread that found that. The same future for all callers
     * until then.
     */
    public CompletableFuture<Void> whenNotOver(Place place) {
        lock.lock();
        try {
            return over.contains(place)
                    ? waiters.computeIfAbsent(place, key -> new Notice())
                    : CompletableFuture.completedFuture(null);
        } finally {
            lock.unlock();
        }
    }

    /** A place with the bytes it holds, its share, and the reason; for messages. */
    public String describe(Place place) {
        return String.format(
                Locale.ROOT,
                "%s of %s for the %s%s (regionShare %.2f of %s)",
                mib(heldBytes(place)),
                mib(limitOf(place, places.get(place))),
                place,
                reason(place),
                fraction,
                mib(limitBytes));
    }

    /** The place that holds most, with the reason; empty if nothing is on its way. */
    public String largest() {
        return largest(1).stream()
                .map(most -> mib(most.bytes()) + " is on its way to the " + most.place() + reason(most.place()))
                .findFirst()
                .orElse("");
    }

    /** The places that hold most, in that order. */
    public List<Holder> largest(int count) {
        return places.entrySet().stream()
                .map(entry -> new Holder(entry.getKey(), entry.getValue().bytes))
                .sorted(Comparator.comparingLong(Holder::bytes).reversed())
                .limit(count)
                .toList();
    }

    private String reason(Place place) {
        Held held = places.get(place);
        Trouble trouble = held == null ? null : held.trouble;
        return trouble == null ? "" : ", last: " + trouble.error().getClass().getSimpleName();
    }

    private static String mib(long bytes) {
        return String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1 << 20));
    }

    /** Bytes on their way to a place. */
    public long heldBytes(Place place) {
        Held held = places.get(place);
        return held == null ? 0 : held.bytes;
    }
}
