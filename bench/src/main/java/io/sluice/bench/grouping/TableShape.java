package io.sluice.bench.grouping;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A table and the rows that are written to it. Rows are 16 hexadecimal digits, and the table is split evenly at keys of
 * eight, as HBase's own {@code HexStringSplit} does; a region's neighbours are on other servers.
 *
 * @param servers number of servers of the table
 * @param regions number of its regions
 * @param skewed whether four of five rows are in one of five regions; otherwise all regions get equally many
 */
public record TableShape(int servers, int regions, boolean skewed) {
    static final String NAME = "grouping";

    private static final int HOT_SHARE = 5;
    private static final long KEYS = 1L << Integer.SIZE;
    private static final long SEED = 20_240_101;
    private static final int PORT = 16020;

    /** The name in tables of figures. */
    String label() {
        return String.format(
                Locale.ROOT,
                "%,d %s, %,d regions, %s",
                servers,
                servers == 1 ? "server" : "servers",
                regions,
                skewed ? "skewed" : "uniform");
    }

    /** A new array with the first row of a region; empty for the first and for the end of the last. */
    byte[] edge(int region) {
        return region % regions == 0 ? new byte[0] : ascii(String.format(Locale.ROOT, "%08x", first(region)));
    }

    private long first(int region) {
        return KEYS * region / regions;
    }

    /** The region of a row. */
    int region(byte[] row) {
        long key = Long.parseLong(new String(row, 0, Integer.BYTES * 2, StandardCharsets.US_ASCII), 16);
        int region = (int) (key * regions / KEYS);
        return region + 1 < regions && key >= first(region + 1) ? region + 1 : region;
    }

    /** A new array with a region's name as HBase builds it: table, start key, time, hash. */
    byte[] regionName(int region) {
        String start = new String(edge(region), StandardCharsets.US_ASCII);
        return ascii(NAME + "," + start + ",1700000000000." + String.format(Locale.ROOT, "%032x", region) + ".");
    }

    int server(int region) {
        return region % servers;
    }

    String host(int server) {
        return String.format(Locale.ROOT, "regionserver-%04d.example.invalid", server);
    }

    int port() {
        return PORT;
    }

    /** Random rows, the same ones every time. */
    byte[][] rows(int count) {
        SplittableRandom random = new SplittableRandom(SEED);
        byte[][] rows = new byte[count][];
        for (int i = 0; i < count; i++) {
            int region = region(random);
            long key = first(region) + random.nextLong(first(region + 1) - first(region));
            rows[i] = ascii(String.format(Locale.ROOT, "%08x%08x", key, random.nextInt()));
        }
        return rows;
    }

    private int region(SplittableRandom random) {
        int hotRegions = (regions + HOT_SHARE - 1) / HOT_SHARE;
        boolean hot = skewed && random.nextInt(HOT_SHARE) > 0;
        return hot ? random.nextInt(hotRegions) * HOT_SHARE : random.nextInt(regions);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
