package io.sluice.internal.batch;

import io.sluice.internal.locate.RegionMap;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sorts mutations by server and region and cuts them into requests. Pure, but for the columns of the batch that are there
 * for it: what it returns depends on nothing but its arguments.
 *
 * <p>Mutations of one region keep their order, so those of one row reach the server as they were accepted.
 *
 * <p>Regions and servers are numbers throughout, those of the map: to touch the objects of a table with 100,000 regions
 * would cost more than all the rest, as each is far away in memory.
 */
final class RegionGrouper {
    /** The region of an entry that is not sent now. */
    static final int NOT_SENT = -1;

    private static final int[] NONE = {};

    private final Limits limits;
    private final Map<String, byte[]> requestAttributes;
    private final boolean keepsRows;

    /**
     * What a request may hold.
     *
     * @param own by the mutator's settings
     * @param ofServers by what servers have told
     */
    record Limits(BatchLimits own, ServerLimits ofServers) {}

    RegionGrouper(Limits limits, Map<String, byte[]> requestAttributes) {
        this(limits, requestAttributes, false);
    }

    /** @param keepsRows whether mutations of one row that are given one behind the other stay in one request */
    RegionGrouper(Limits limits, Map<String, byte[]> requestAttributes, boolean keepsRows) {
        this.limits = limits;
        this.keepsRows = keepsRows;
        this.requestAttributes = requestAttributes;
    }

    /**
     * @param requests what can be sent now
     * @param missing entries whose region is not known
     * @param heldBack entries that must wait for those of their row in front of them, since the server does not take so
     *     many at a time
     */
    record Grouping(List<ServerBatch> requests, int[] missing, int[] heldBack) {}

    /**
     * Groups entries of a batch. Nobody else must do so with the same entries at the same time.
     *
     * @param entries indices into the batch, in order, those that have settled are left out; null for all, at the batch's
     *     first dispatch
     */
    Grouping group(Batch batch, int @Nullable [] entries, RegionMap map) {
        Located located;
        if (entries == null && !batch.hasVoid() && !batch.isCompacted()) {
            // Whether some have settled is not asked: by then the batch is abandoned, and none of them will be sent.
            int[] missing = batch.locateAll(batch.size(), map);
            located = new Located(batch.size() - missing.length, missing);
        } else {
            located = locate(batch, entries, map);
        }
        int found = located.found();
        Order order = new RegionOrder(batch, entries, map).sort(found);
        RequestCutter cutter = new RequestCutter(batch, map, limits, requestAttributes);
        if (keepsRows && entries != null) {
            // A whole batch is given only when no row comes twice in it.
            cutter.keepingRows();
        }
        return new Grouping(cutter.cut(order, found), located.missing(), cutter.heldBack());
    }

    /** How many regions were found, and for which entries none was. */
    private record Located(int found, int[] missing) {}

    private static Located locate(Batch batch, int @Nullable [] entries, RegionMap map) {
        int count = entries == null ? batch.size() : entries.length;
        int[] missing = NONE;
        int missed = 0;
        int found = 0;
        for (int i = 0; i < count; i++) {
            int entry = entries == null ? i : entries[i];
            int region = NOT_SENT;
            if (!batch.isSettled(entry) && !batch.isVoid(entry)) {
                region = batch.locate(entry, map);
                if (region < 0) {
                    missing = missed == missing.length ? Arrays.copyOf(missing, Math.max(16, 2 * missed)) : missing;
                    missing[missed++] = entry;
                } else {
                    found++;
                }
            }
            batch.region(entry, region);
        }
        return new Located(found, Arrays.copyOf(missing, missed));
    }
}
