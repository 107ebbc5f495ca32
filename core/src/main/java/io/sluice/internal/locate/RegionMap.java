package io.sluice.internal.locate;

import io.sluice.Bytes;
import io.sluice.ServerName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The known regions of one table in the order of their rows, without overlaps, possibly with gaps. Immutable: a change
 * makes a new one, so a look-up needs no lock, and it allocates nothing.
 */
public final class RegionMap {
    /** No region known. */
    public static final RegionMap EMPTY = new RegionMap(RegionIndex.EMPTY);

    private static final Comparator<RegionLocation> BY_START = (a, b) -> Bytes.compareTo(a.startKey(), b.startKey());
    private static final RegionLocation[] NONE = {};

    private final RegionIndex index;

    private RegionMap(RegionIndex index) {
        this.index = index;
    }

    /** Number of known regions. */
    public int size() {
        return index.size();
    }

    /** A region by its number, 0 to size-1, ascending by row. */
    public RegionLocation region(int number) {
        return index.region(number);
    }

    /**
     * The server of a region by a small number, 0 to {@link #serverCount}-1, for sorting by server: it is read without
     * the region's location, which in a large table is seldom in the processor's cache.
     */
    public int server(int number) {
        return index.servers().ofRegion(number);
    }

    /** How many numbers of servers there are; some may be without a region. */
    public int serverCount() {
        return index.servers().count();
    }

    /** The server with a number that {@link #server} returned. */
    public ServerName serverName(int server) {
        return index.servers().name(server);
    }

    /** All known regions, ascending by row. */
    public List<RegionLocation> regions() {
        return IntStream.range(0, size()).mapToObj(this::region).toList();
    }

    /**
     * The region of a row.
     *
     * @param array holds the row at {@code offset} for {@code length} bytes
     * @return its number, or -1 if it is not known
     */
    public int find(byte[] array, int offset, int length) {
        return index.find(array, offset, length);
    }

    /** The number of the last region that starts at or before the row, or -1. */
    public int floor(byte[] array, int offset, int length) {
        return index.floor(array, offset, length);
    }

    /**
     * Where the unknown stretch around a row begins: the end of the known region before it, empty at the table's begin.
     * All rows of one stretch get the same answer, which makes it a name for the stretch.
     */
    byte[] gapStart(byte[] row) {
        int before = floor(row);
        return before < 0 ? new byte[0] : region(before).endKey();
    }

    /**
     * Adds regions. A known region that overlaps a new one gives way, unless it is the same region known from a newer
     * opening. Of new ones that overlap each other (a split seen half way) the later start wins, and one that ends before
     * it starts is left out.
     */
    RegionMap with(Collection<RegionLocation> found) {
        List<RegionLocation> fresh = new ArrayList<>(found.size());
        found.stream()
                .filter(RegionMap::isRange)
                .map(this::newerOf)
                .sorted(BY_START)
                .forEach(region -> addLast(fresh, region));
        if (fresh.isEmpty()) {
            return this;
        }
        // Only known regions between these two can overlap.
        int from = Math.max(0, floor(fresh.get(0).startKey()));
        byte[] end = fresh.get(fresh.size() - 1).endKey();
        int to = end.length == 0 ? size() : floor(end) + 1;
        return new RegionMap(index.splice(from, to, merged(from, to, fresh)));
    }

    private static boolean isRange(RegionLocation region) {
        return region.endKey().length == 0 || Bytes.compareTo(region.startKey(), region.endKey()) < 0;
    }

    private static void addLast(List<RegionLocation> fresh, RegionLocation region) {
        while (!fresh.isEmpty() && overlap(fresh.get(fresh.size() - 1), region)) {
            fresh.remove(fresh.size() - 1);
        }
        fresh.add(region);
    }

    private RegionLocation[] merged(int from, int to, List<RegionLocation> fresh) {
        List<RegionLocation> merged = new ArrayList<>(to - from + fresh.size());
        int next = 0;
        for (int i = from; i < to; i++) {
            RegionLocation known = region(i);
            while (next < fresh.size() && BY_START.compare(fresh.get(next), known) <= 0) {
                merged.add(fresh.get(next++));
            }
            boolean overlapsNext = next < fresh.size() && overlap(known, fresh.get(next));
            boolean overlapsPrevious = next > 0 && overlap(fresh.get(next - 1), known);
            if (!overlapsNext && !overlapsPrevious) {
                merged.add(known);
            }
        }
        merged.addAll(fresh.subList(next, fresh.size()));
        return merged.toArray(NONE);
    }

    private int floor(byte[] row) {
        return floor(row, 0, row.length);
    }

    private RegionLocation newerOf(RegionLocation found) {
        int number = numberOf(found);
        return number >= 0 && region(number).seqNum() > found.seqNum() ? region(number) : found;
    }

    private int numberOf(RegionLocation region) {
        int number = find(region.startKey(), 0, region.startKey().length);
        return number >= 0 && region(number).isSameRegion(region) ? number : -1;
    }

    /** For {@code a} that starts at or before {@code b}. */
    private static boolean overlap(RegionLocation a, RegionLocation b) {
        return a.endKey().length == 0 || Bytes.compareTo(b.startKey(), a.endKey()) < 0;
    }

    /** Drops a region if it is still known to be where it was when it failed. */
    RegionMap without(RegionLocation failed) {
        int number = numberWhereItFailed(failed);
        return number < 0 ? this : new RegionMap(index.splice(number, number + 1, NONE));
    }

    /** Puts a region where an error said it went, if it is still known to be where it was when it failed. */
    RegionMap moved(RegionLocation failed, ServerName to, long seqNum) {
        int number = numberWhereItFailed(failed);
        if (number < 0) {
            return this;
        }
        RegionLocation known = region(number);
        RegionLocation moved = known.movedTo(to, Math.max(seqNum, known.seqNum()));
        return new RegionMap(index.splice(number, number + 1, new RegionLocation[] {moved}));
    }

    /** Whether a region is known to be where this says. */
    public boolean serves(RegionLocation region) {
        return numberWhereItFailed(region) >= 0;
    }

    private int numberWhereItFailed(RegionLocation failed) {
        int number = numberOf(failed);
        return number >= 0 && region(number).server().equals(failed.server()) ? number : -1;
    }

    /** Drops all regions of a server. */
    RegionMap withoutServer(ServerName server) {
        RegionLocation[] kept = IntStream.range(0, size())
                .mapToObj(this::region)
                .filter(region -> !region.server().equals(server))
                .toArray(RegionLocation[]::new);
        return kept.length == size() ? this : new RegionMap(RegionIndex.EMPTY.splice(0, 0, kept));
    }
}
