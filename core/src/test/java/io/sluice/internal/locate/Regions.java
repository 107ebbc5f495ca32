package io.sluice.internal.locate;

import io.sluice.Bytes;
import io.sluice.ServerName;
import io.sluice.TableName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Makes tables of regions for tests. */
public final class Regions {
    public static final TableName TABLE = TableName.valueOf("t");

    private Regions() {}

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public static ServerName server(int number) {
        return ServerName.valueOf("rs" + number, 16020, 1);
    }

    public static RegionLocation region(String start, String end, int server) {
        return region(bytes(start), bytes(end), server, 1);
    }

    /** A region whose name is told by its borders, as HBase's are by start key and number. */
    public static RegionLocation region(byte[] start, byte[] end, int server, long seqNum) {
        byte[] name = bytes("t," + Bytes.toStringBinary(start) + "," + Bytes.toStringBinary(end) + ".");
        return new RegionLocation(TABLE, name, start, end, server(server), seqNum);
    }

    /** A whole table cut at these keys, its regions dealt out to so many servers. */
    public static List<RegionLocation> table(int servers, String... splits) {
        List<RegionLocation> regions = new ArrayList<>();
        for (int i = 0; i <= splits.length; i++) {
            String start = i == 0 ? "" : splits[i - 1];
            String end = i == splits.length ? "" : splits[i];
            regions.add(region(start, end, i % servers));
        }
        return regions;
    }

    /** A whole table cut at random keys. */
    public static List<RegionLocation> randomTable(SplittableRandom random, int splits, int servers) {
        TreeSet<byte[]> keys = new TreeSet<>(Bytes::compareTo);
        while (keys.size() < splits) {
            keys.add(randomKey(random, 1));
        }
        List<RegionLocation> regions = new ArrayList<>();
        byte[] start = new byte[0];
        for (byte[] end : keys) {
            regions.add(region(start, end, random.nextInt(servers), 1));
            start = end;
        }
        regions.add(region(start, new byte[0], random.nextInt(servers), 1));
        return regions;
    }

    /** Few different bytes, the least and the greatest among them: many prefixes and equal keys. */
    public static byte[] randomKey(SplittableRandom random, int minLength) {
        byte[] alphabet = {0, 1, 'a', 0x7f, (byte) 0x80, (byte) 0xff};
        byte[] key = new byte[minLength + random.nextInt(5)];
        for (int i = 0; i < key.length; i++) {
            key[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return key;
    }

    public static RegionMap map(Collection<RegionLocation> regions) {
        return RegionMap.EMPTY.with(regions);
    }
}
