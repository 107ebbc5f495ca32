package io.sluice.testserver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A table: its regions in row order, and its contents. Guarded by the cluster's lock. */
final class TestTable {
    private final String name;
    private final Set<String> families;
    private final CellStore store;
    private final List<TestRegion> regions = new ArrayList<>();
    /** Regions that have been split, which hbase:meta still lists. */
    private final List<TestRegion> parents = new ArrayList<>();

    /**
     * All regions in the order of {@code hbase:meta}. Replaced, never modified, since scans hold the list. Empty if
     * outdated.
     */
    private List<TestRegion> inMeta = List.of();

    private boolean enabled = true;

    TestTable(String name, Set<String> families, CellStore store) {
        this.name = name;
        this.families = Set.copyOf(families);
        this.store = store;
    }

    String name() {
        return name;
    }

    /** The column families; empty if every family exists. */
    Set<String> families() {
        return families;
    }

    CellStore store() {
        return store;
    }

    /** The regions in the order of their rows. */
    List<TestRegion> regions() {
        return Collections.unmodifiableList(regions);
    }

    void add(Collection<TestRegion> added) {
        regions.addAll(added);
        regions.sort(Comparator.comparing(TestRegion::startKey, Arrays::compareUnsigned));
        inMeta = List.of();
    }

    void remove(Collection<TestRegion> removed) {
        regions.removeAll(removed);
        inMeta = List.of();
    }

    /** Like {@link #remove}, but {@code hbase:meta} still lists it. */
    void retire(TestRegion parent) {
        remove(List.of(parent));
        parents.add(parent);
    }

    /** Regions, and those that have been split, in the order of {@code hbase:meta}. */
    List<TestRegion> inMeta() {
        if (inMeta.isEmpty()) {
            inMeta = Stream.concat(parents.stream(), regions.stream())
                    .sorted(Comparator.comparing(TestRegion::metaKey))
                    .toList();
        }
        return inMeta;
    }

    /** Number of rows of {@link #inMeta} before a key, or not after it; 0 if the key is empty. */
    int before(MetaKey key, boolean orEqual) {
        return key.isEmpty() ? 0 : position(key, orEqual);
    }

    /** Number of rows of {@link #inMeta} before a key, or not after it; all of them if the key is empty. */
    int upTo(MetaKey key, boolean orEqual) {
        return key.isEmpty() ? inMeta().size() : position(key, orEqual);
    }

    private int position(MetaKey key, boolean afterEqual) {
        List<TestRegion> rows = inMeta();
        int from = 0;
        int to = rows.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            int order = rows.get(middle).metaKey().compareTo(key);
            if (order < 0 || (order == 0 && afterEqual)) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    boolean isEnabled() {
        return enabled;
    }

    void setEnabled(boolean value) {
        enabled = value;
    }
}
