package io.sluice.internal.locate;

import io.sluice.Bytes;
import io.sluice.ServerName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The known regions of one table in the order of their rows, without overlaps, possibly with gaps. A look-up needs no lock
 * and allocates nothing.
 *
 * <p>A change makes a new map. Regions that it drops are dropped from the previous map as well, as they must not be used any
 * more; regions that it adds are in the new map only. So a thread that uses one map for a while may miss a region that it
 * found before, but a number means the same region as long as the map is used. One thread at a time makes changes.
 *
 * <p>Regions lie in several {@link RegionIndex}es, the largest first. Added regions form a new index, together with those of
 * indexes that are not much larger. So each region is copied some times for each factor of {@link #RATIO}, however many
 * answers describe the table, and nearly all rows are found in the first index.
 */
public final class RegionMap {
    /** No region known. */
    public static final RegionMap EMPTY = new RegionMap(new RegionIndex[] {RegionIndex.EMPTY}, new RegionServers());

    /**
     * An index is rebuilt when more than this part of it has been dropped, or when the indexes behind it have as many
     * regions as that.
     */
    private static final int RATIO = 8;

    /** For an index with fewer regions, searching it costs more than copying it. */
    private static final int MIN_SIZE = 64;

    private static final Comparator<RegionLocation> BY_START = (a, b) -> Bytes.compareTo(a.startKey(), b.startKey());
    private static final RegionLocation[] NONE = {};

    private final RegionIndex[] indexes;
    private final RegionIndex first;
    private final RegionServers servers;
    private final ServerName[] serverNames;
    private final int serverCount;
    private final int numbers;
    private final int size;

    private RegionMap(RegionIndex[] indexes, RegionServers servers) {
        this.indexes = indexes;
        this.servers = servers;
        first = indexes[0];
        serverNames = servers.names();
        serverCount = servers.count();
        int all = 0;
        int dropped = 0;
        for (RegionIndex index : indexes) {
            all += index.size();
            dropped += index.dropped();
        }
        numbers = all;
        size = all - dropped;
    }

    /** Number of known regions. */
    public int size() {
        return size;
    }

    /** One more than the highest number of a region. Some numbers may be those of regions that are no longer known. */
    public int numbers() {
        return numbers;
    }

    /** A region by its number. */
    public RegionLocation region(int number) {
        int local = number;
        for (RegionIndex index : indexes) {
            if (local < index.size()) {
                return index.region(local);
            }
            local -= index.size();
        }
        throw new IndexOutOfBoundsException(number);
    }

    /**
     * The server of a region as a small number, 0 to {@link #serverCount}-1, for sorting by server: it is read without the
     * region's location, which in a large table is seldom in the processor's cache.
     */
    public int server(int number) {
        int local = number;
        for (RegionIndex index : indexes) {
            if (local < index.size()) {
                return index.server(local);
            }
            local -= index.size();
        }
        throw new IndexOutOfBoundsException(number);
    }

    /** How many numbers of servers there are; some may be without a region. */
    public int serverCount() {
        return serverCount;
    }

    /** The server with a number that {@link #server} returned. */
    public ServerName serverName(int server) {
        return serverNames[server];
    }

    /** All known regions, ascending by row. */
    public List<RegionLocation> regions() {
        List<RegionLocation> all = new ArrayList<>(size);
        for (RegionIndex index : indexes) {
            index.addTo(all);
        }
        all.sort(BY_START);
        return all;
    }

    /**
     * The region of a row.
     *
     * @param array holds the row at {@code offset} for {@code length} bytes
     * @return its number, or -1 if it is not known
     */
    public int find(byte[] array, int offset, int length) {
        int number = first.find(array, offset, length);
        return number >= 0 || indexes.length == 1 ? number : findBehindFirst(array, offset, length);
    }

    private int findBehindFirst(byte[] array, int offset, int length) {
        int before = first.size();
        for (int i = 1; i < indexes.length; i++) {
            int number = indexes[i].find(array, offset, length);
            if (number >= 0) {
                return before + number;
            }
            before += indexes[i].size();
        }
        return -1;
    }

    /** The number of the last known region that starts at or before the row, or -1. */
    public int floor(byte[] array, int offset, int length) {
        int floor = -1;
        int before = 0;
        for (RegionIndex index : indexes) {
            int number = index.lastBefore(array, offset, length);
            if (number >= 0 && (floor < 0 || BY_START.compare(region(floor), index.region(number)) < 0)) {
                floor = before + number;
            }
            before += index.size();
        }
        return floor;
    }

    /** Whether nothing is known from a row up to another one, which is the same or behind it and not known either. */
    public boolean isUnknown(byte[] row, byte[] upTo) {
        return Bytes.compareTo(row, upTo) <= 0 && find(row, 0, row.length) < 0 && floor(row) == floor(upTo);
    }

    /**
     * Where the unknown range around a row begins: the end of the known region before it, empty at the beginning of the
     * table. All rows of one range get the same answer, so it identifies the range.
     */
    byte[] unknownRangeStart(byte[] row) {
        int before = floor(row);
        return before < 0 ? new byte[0] : region(before).endKey();
    }

    /**
     * Adds regions. A known region that overlaps a new one is dropped, unless it is the same region from a newer opening. Of
     * new ones that overlap each other (a split seen half way) the later start wins, and one that ends before it starts is
     * left out.
     */
    RegionMap with(Collection<RegionLocation> found) {
        List<RegionLocation> ranges = new ArrayList<>(found.size());
        for (RegionLocation region : found) {
            if (isRange(region)) {
                ranges.add(newerOf(region));
            }
        }
        ranges.sort(BY_START);
        List<RegionLocation> fresh = new ArrayList<>(ranges.size());
        for (RegionLocation region : ranges) {
            addLast(fresh, region);
        }
        fresh.removeIf(this::isKnown);
        for (RegionLocation region : fresh) {
            dropOverlapping(region);
        }
        return fresh.isEmpty() ? this : changed(fresh);
    }

    private void dropOverlapping(RegionLocation region) {
        for (RegionIndex index : indexes) {
            index.dropOverlapping(region);
        }
    }

    @SuppressWarnings("ReferenceEquality") // Of a region that is known already, newerOf returns the known object.
    private boolean isKnown(RegionLocation region) {
        int number = find(region);
        return number >= 0 && region(number) == region;
    }

    /** The same map with more regions, after some have been dropped. */
    private RegionMap changed(List<RegionLocation> fresh) {
        int kept = 0;
        boolean manyServers = servers.count() > Math.max(MIN_SIZE, numbers);
        while (!manyServers && kept < indexes.length && indexes[kept].dropped() * RATIO <= indexes[kept].size()) {
            kept++;
        }
        int behind = fresh.size();
        for (int i = indexes.length - 1; i >= kept; i--) {
            behind += indexes[i].size() - indexes[i].dropped();
        }
        while (kept > 0 && behind > 0 && isSmall(indexes[kept - 1], behind)) {
            kept--;
            behind += indexes[kept].size() - indexes[kept].dropped();
        }
        return merged(kept, behind, fresh);
    }

    private static boolean isSmall(RegionIndex index, int behind) {
        return index.size() <= MIN_SIZE || index.size() <= (long) behind * RATIO;
    }

    /** One index, with this many regions, in place of those behind the first ones. */
    private RegionMap merged(int kept, int behind, List<RegionLocation> fresh) {
        if (kept == 0 && behind == 0) {
            return EMPTY;
        }
        RegionIndex[] all = Arrays.copyOf(indexes, behind == 0 ? kept : kept + 1);
        // When nothing is kept, servers without regions are forgotten; a restarted server has another name.
        RegionServers numbered = kept == 0 ? new RegionServers() : servers;
        if (behind > 0) {
            List<RegionLocation> last = new ArrayList<>(behind);
            for (int i = kept; i < indexes.length; i++) {
                indexes[i].addTo(last);
            }
            last.addAll(fresh);
            last.sort(BY_START);
            all[kept] = new RegionIndex(last.toArray(NONE), numbered);
        }
        return new RegionMap(all, numbered);
    }

    private static boolean isRange(RegionLocation region) {
        return region.endKey().length == 0 || Bytes.compareTo(region.startKey(), region.endKey()) < 0;
    }

    private static void addLast(List<RegionLocation> fresh, RegionLocation region) {
        while (!fresh.isEmpty() && fresh.get(fresh.size() - 1).overlaps(region)) {
            fresh.remove(fresh.size() - 1);
        }
        fresh.add(region);
    }

    private int floor(byte[] row) {
        return floor(row, 0, row.length);
    }

    private RegionLocation newerOf(RegionLocation found) {
        int number = numberOf(found);
        if (number < 0) {
            return found;
        }
        RegionLocation known = region(number);
        boolean isOlder = known.seqNum() > found.seqNum();
        boolean isSame = known.seqNum() == found.seqNum() && known.server().equals(found.server());
        return isOlder || isSame ? known : found;
    }

    private int find(RegionLocation region) {
        return find(region.startKey(), 0, region.startKey().length);
    }

    private int numberOf(RegionLocation region) {
        int number = find(region);
        return number >= 0 && region(number).isSameRegion(region) ? number : -1;
    }

    /** Drops a region if its known location is still the one where it failed. */
    RegionMap without(RegionLocation failed) {
        int number = numberWhereItFailed(failed);
        if (number < 0) {
            return this;
        }
        dropOverlapping(region(number));
        return changed(List.of());
    }

    /** Moves a region to the server that an error named, if its known location is still the one where it failed. */
    RegionMap moved(RegionLocation failed, ServerName to, long seqNum) {
        int number = numberWhereItFailed(failed);
        if (number < 0) {
            return this;
        }
        RegionLocation known = region(number);
        return with(List.of(known.movedTo(to, Math.max(seqNum, known.seqNum()))));
    }

    /** Whether this is the known location of a region. */
    public boolean serves(RegionLocation region) {
        return numberWhereItFailed(region) >= 0;
    }

    private int numberWhereItFailed(RegionLocation failed) {
        int number = numberOf(failed);
        return number >= 0 && region(number).server().equals(failed.server()) ? number : -1;
    }

    /** Whether a region may be known to be on a server. For any thread. */
    boolean mayServe(ServerName server) {
        return servers.of(server) != RegionServers.NONE;
    }

    /** Drops all regions of a server. */
    RegionMap withoutServer(ServerName server) {
        int its = servers.of(server);
        boolean dropped = false;
        for (int i = 0; its != RegionServers.NONE && i < indexes.length; i++) {
            dropped |= indexes[i].dropServer(its);
        }
        return dropped ? changed(List.of()) : this;
    }
}
