package io.sluice.testserver;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A table: its regions in row order, and its contents. Guarded by the cluster's lock. */
final class TestTable {
    private final String name;
    private final Set<String> families;
    private final CellStore store;
    private final List<TestRegion> regions = new ArrayList<>();
    /** Regions that have been split, which hbase:meta still lists. */
    private final List<TestRegion> parents = new ArrayList<>();

    private boolean enabled = true;

    TestTable(String name, Set<String> families, CellStore store) {
        this.name = name;
        this.families = Set.copyOf(families);
        this.store = store;
    }

    String name() {
        return name;
    }

    /** Empty if every family exists. */
    Set<String> families() {
        return families;
    }

    CellStore store() {
        return store;
    }

    List<TestRegion> regions() {
        return regions;
    }

    List<TestRegion> parents() {
        return parents;
    }

    boolean isEnabled() {
        return enabled;
    }

    void setEnabled(boolean value) {
        enabled = value;
    }
}
