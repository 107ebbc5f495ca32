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
 */
final class RegionGrouper {
    private static final int NOT_SENT = -1;
    private static final int[] NONE = {};

    private final BatchLimits limits;
    private final Map<String, byte[]> requestAttributes;

    RegionGrouper(BatchLimits limits, Map<String, byte[]> requestAttributes) {
        this.limits = limits;
        this.requestAttributes = requestAttributes;
    }

    /**
     * @param requests what can be sent now
     * @param missing entries whose region is not known
     */
    record Grouping(List<ServerBatch> requests, int[] missing) {}

    /** Groups all entries of a batch that has not been grouped before, without garbage for each of them. */
    Grouping groupAll(Batch batch, RegionMap map) {
        return group(batch, null, map);
    }

    /** @param entries indices into the batch, in order; those that have settled are left out */
    Grouping group(Batch batch, int @Nullable [] entries, RegionMap map) {
        int count = entries == null ? batch.size() : entries.length;
        RegionCounts counts = new RegionCounts();
        int[] groups = entries == null ? NONE : new int[count];
        int[] missing = NONE;
        int missed = 0;
        boolean mayBeVoid = batch.hasVoid();
        for (int i = 0; i < count; i++) {
            int entry = entries == null ? i : entries[i];
            int group = NOT_SENT;
            if (!batch.isSettled(entry) && !(mayBeVoid && batch.isVoid(entry))) {
                int region = map.find(batch.array(entry), batch.rowOffset(entry), batch.rowLength(entry));
                if (region < 0) {
                    missing = missed == missing.length ? Arrays.copyOf(missing, Math.max(16, 2 * missed)) : missing;
                    missing[missed++] = entry;
                } else {
                    group = counts.count(region, batch.length(entry));
                }
            }
            if (entries == null) {
                batch.group(entry, group);
            } else {
                groups[i] = group;
            }
        }
        ServerOrder servers = new ServerOrder(counts, map);
        Order order = entries == null ? batch.order() : Order.of(new int[counts.total()]);
        int[] next = servers.starts();
        for (int i = 0; i < count; i++) {
            int group = entries == null ? batch.group(i) : groups[i];
            if (group != NOT_SENT) {
                order.set(next[group]++, entries == null ? i : entries[i]);
            }
        }
        RequestCutter cutter = new RequestCutter(batch, order, limits, requestAttributes);
        return new Grouping(servers.cut(cutter), Arrays.copyOf(missing, missed));
    }
}
