package io.sluice.loader.regions;

import io.sluice.Bytes;
import io.sluice.TableName;
import io.sluice.client.internal.ClusterInspector;
import io.sluice.loader.BadInputException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Shows which regions get most of the writes, and suggests what to do about it. */
public final class HotRegions {
    /** A region with this many times its fair share is hot. */
    private static final double HOT = 2;

    private static final int SHOWN_KEY_BYTES = 32;

    private HotRegions() {}

    /**
     * Takes two samples and returns the lines to print.
     *
     * @param interval time between the samples
     * @param top number of regions to show
     */
    public static List<String> look(ClusterInspector inspector, TableName table, Duration interval, int top)
            throws IOException, InterruptedException {
        RegionSample before = RegionSample.take(inspector, table);
        if (before.regions().isEmpty()) {
            throw new BadInputException("No server has a region of table '" + table
                    + "': the table does not exist in the cluster, or it is disabled");
        }
        long startNanos = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(interval.toNanos());
        RegionSample after = RegionSample.take(inspector, table);
        return lines(table, RegionRate.between(before, after), (System.nanoTime() - startNanos) / 1e9, top);
    }

    static List<String> lines(TableName table, List<RegionRate> rates, double seconds, int top) {
        long total = rates.stream().mapToLong(RegionRate::writes).sum();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "Table '%s': %,d regions, %,d mutations in %.1f s (%,.0f/s)",
                table,
                rates.size(),
                total,
                seconds,
                total / seconds));
        if (total == 0) {
            lines.add("Nothing was written during this time; try again under load, or for longer (--interval).");
            return lines;
        }
        lines.add(String.format(
                Locale.ROOT,
                "%7s %12s %9s  %-36s %-34s %s",
                "share",
                "mutations/s",
                "MB",
                "server",
                "start key",
                "end key"));
        List<RegionRate> hottest = rates.stream()
                .sorted(Comparator.comparingLong(RegionRate::writes).reversed())
                .limit(top)
                .toList();
        hottest.forEach(rate -> lines.add(line(rate, total, seconds)));
        List<RegionRate> hot = hottest.stream()
                .filter(rate -> rates.size() > 1 ? rate.writes() > HOT * total / rates.size() : rate.writes() > 0)
                .toList();
        if (hot.isEmpty()) {
            lines.add("No region gets more than twice its fair share.");
        }
        hot.forEach(rate -> lines.add(hint(table, rate, total)));
        return lines;
    }

    private static String line(RegionRate rate, long total, double seconds) {
        return String.format(
                Locale.ROOT,
                "%6.1f%% %,12.0f %,9.0f  %-36s %-34s %s",
                100.0 * rate.writes() / total,
                rate.writes() / seconds,
                rate.sizeBytes() / 1e6,
                rate.server().getHostAndPort(),
                shown(rate.startKey()),
                shown(rate.endKey()));
    }

    private static String hint(TableName table, RegionRate rate, long total) {
        String region = String.format(
                Locale.ROOT,
                "Hot: the region from %s gets %.1f%%. ",
                shown(rate.startKey()),
                100.0 * rate.writes() / total);
        byte[] middle = RegionKeys.middle(rate.startKey(), rate.endKey());
        if (middle == null) {
            return region
                    + "It is the last one: if keys grow, such as times or numbers, a split does not help, because the "
                    + "new last region becomes hot. Spread the keys: load --salt, or a hash or reversed field first in --row-key.";
        }
        return region + "Split it, in HBase's shell:  split '" + table + "', \"" + Bytes.toStringBinary(middle)
                + "\"  (the middle of its keys; a key from the middle of its rows is better if you know one).";
    }

    private static String shown(byte[] key) {
        String text = Bytes.toStringBinary(key, 0, Math.min(SHOWN_KEY_BYTES, key.length));
        return "'" + text + (key.length > SHOWN_KEY_BYTES ? "...'" : "'");
    }
}
