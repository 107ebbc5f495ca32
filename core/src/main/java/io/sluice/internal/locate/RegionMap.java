package io.sluice.internal.locate;

import io.sluice.Bytes;
import io.sluice.ServerName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The known regions of one table in the order of their rows, without overlaps, possibly with gaps. Immutable: a change
 * makes a new one, so a look-up needs no lock, and it allocates nothing.
 */
public final class RegionMap {
    /** No region known. */
    public static final RegionMap EMPTY = new RegionMap(new RegionLocation[0]);

    private static final Comparator<RegionLocation> BY_START = (a, b) -> Bytes.compareTo(a.startKey(), b.startKey());

    private final RegionLocation[] regions;
    /** The start keys again, so that the search reads one array less a step. */
    private final byte[][] startKeys;

    private RegionMap(RegionLocation[] regions) {
        this.regions = regions;
        startKeys = new byte[regions.length][];
        for (int i = 0; i < regions.length; i++) {
            startKeys[i] = regions[i].startKey();
        }
    }

    /** Number of known regions. */
    public int size() {
        return regions.length;
    }

    /** A region by its number, 0 to size-1, ascending by row. */
    public RegionLocation region(int number) {
        return regions[number];
    }

    /** All known regions, ascending by row. */
    public List<RegionLocation> regions() {
        return List.of(regions);
    }

    /**
     * The region of a row.
     *
     * @param array holds the row at {@code offset} for {@code length} bytes
     * @return its number, or -1 if it is not known
     */
    public int find(byte[] array, int offset, int length) {
        int number = floor(array, offset, length);
        return number >= 0 && endsAfter(number, array, offset, length) ? number : -1;
    }

    private boolean endsAfter(int number, byte[] array, int offset, int length) {
        byte[] end = regions[number].endKey();
        return end.length == 0 || Arrays.compareUnsigned(array, offset, offset + length, end, 0, end.length) < 0;
    }

    /** The number of the last region that starts at or before the row, or -1. */
    public int floor(byte[] array, int offset, int length) {
        int low = 0;
        int high = startKeys.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            byte[] start = startKeys[middle];
            if (Arrays.compareUnsigned(start, 0, start.length, array, offset, offset + length) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /**
     * Where the unknown stretch around a row begins: the end of the known region before it, empty at the table's begin.
     * All rows of one stretch get the same answer, which makes it a name for the stretch.
     */
    byte[] gapStart(byte[] row) {
        int before = floor(row, 0, row.length);
        return before < 0 ? new byte[0] : regions[before].endKey();
    }

    /**
     * Adds regions. A known region that overlaps a new one gives way, unless it is the same region known from a newer
     * opening.
     */
    RegionMap with(Collection<RegionLocation> found) {
        RegionLocation[] fresh =
                found.stream().map(this::newerOf).sorted(BY_START).toArray(RegionLocation[]::new);
        List<RegionLocation> merged = new ArrayList<>(regions.length + fresh.length);
        int next = 0;
        for (RegionLocation known : regions) {
            while (next < fresh.length && BY_START.compare(fresh[next], known) <= 0) {
                add(merged, fresh[next++]);
            }
            boolean overlapsNext = next < fresh.length && overlap(known, fresh[next]);
            boolean overlapsPrevious = next > 0 && overlap(fresh[next - 1], known);
            if (!overlapsNext && !overlapsPrevious) {
                merged.add(known);
            }
        }
        while (next < fresh.length) {
            add(merged, fresh[next++]);
        }
        return new RegionMap(merged.toArray(RegionLocation[]::new));
    }

    /** Two answers in one batch may overlap (a split seen half way): the later start wins. */
    private static void add(List<RegionLocation> merged, RegionLocation region) {
        while (!merged.isEmpty() && overlap(merged.get(merged.size() - 1), region)) {
            merged.remove(merged.size() - 1);
        }
        merged.add(region);
    }

    private RegionLocation newerOf(RegionLocation found) {
        RegionLocation known = same(found);
        return known != null && known.seqNum() > found.seqNum() ? known : found;
    }

    private @Nullable RegionLocation same(RegionLocation region) {
        int number = find(region.startKey(), 0, region.startKey().length);
        return number >= 0 && regions[number].isSameRegion(region) ? regions[number] : null;
    }

    /** For {@code a} that starts at or before {@code b}. */
    private static boolean overlap(RegionLocation a, RegionLocation b) {
        return a.endKey().length == 0 || Bytes.compareTo(b.startKey(), a.endKey()) < 0;
    }

    /** Drops a region if it is still known to be where it was when it failed. */
    RegionMap without(RegionLocation failed) {
        RegionLocation known = same(failed);
        return known == null || isElsewhere(known, failed) ? this : keep(region -> !region.isSameRegion(failed));
    }

    /** Puts a region where an error said it went, if it is still known to be where it was when it failed. */
    RegionMap moved(RegionLocation failed, ServerName to, long seqNum) {
        RegionLocation known = same(failed);
        return known == null || isElsewhere(known, failed)
                ? this
                : with(List.of(known.movedTo(to, Math.max(seqNum, known.seqNum()))));
    }

    private static boolean isElsewhere(RegionLocation known, RegionLocation failed) {
        return !known.server().equals(failed.server());
    }

    /** Drops all regions of a server. */
    RegionMap withoutServer(ServerName server) {
        return keep(region -> !region.server().equals(server));
    }

    private RegionMap keep(Predicate<RegionLocation> wanted) {
        RegionLocation[] kept = Arrays.stream(regions).filter(wanted).toArray(RegionLocation[]::new);
        return kept.length == regions.length ? this : new RegionMap(kept);
    }
}
