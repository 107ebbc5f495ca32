package io.sluice.internal.locate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Bytes;
import io.sluice.ServerName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search beside one that looks at every region: a wrong answer sends a row to a region that does not hold it. */
class RegionIndexTest {
    private static final RegionLocation[] NONE = {};

    static LongStream seeds() {
        return LongStream.range(0, 400);
    }

    /** How the keys of a table look. */
    private record Keys(byte[] prefix, byte[] alphabet, int maxLength) {
        static Keys random(SplittableRandom random) {
            byte[][] alphabets = {
                {0, 1}, {0, (byte) 0xff}, {'a', 'b', 'c'}, {0, 1, 'a', 0x7f, (byte) 0x80, (byte) 0xff}, {(byte) 0xff}
            };
            byte[] alphabet = alphabets[random.nextInt(alphabets.length)];
            byte[] prefix = new byte[random.nextInt(3) == 0 ? random.nextInt(12) : 0];
            Keys keys = new Keys(prefix, alphabet, 1 + random.nextInt(20));
            keys.fill(prefix, random);
            return keys;
        }

        private void fill(byte[] bytes, SplittableRandom random) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = alphabet[random.nextInt(alphabet.length)];
            }
        }

        /** Often the beginning of another key, or one that goes on where another ends. */
        byte[] next(SplittableRandom random, List<byte[]> others) {
            if (!others.isEmpty() && random.nextInt(3) == 0) {
                byte[] other = others.get(random.nextInt(others.size()));
                return Arrays.copyOf(other, Math.max(1, other.length + random.nextInt(7) - 3));
            }
            byte[] key = new byte[1 + random.nextInt(maxLength)];
            fill(key, random);
            return Bytes.add(prefix, key);
        }

        /** A row: a key, something near it, or anything. */
        byte[] row(SplittableRandom random, List<byte[]> keys) {
            byte[] row = next(random, keys);
            return switch (random.nextInt(6)) {
                case 0 -> keys.isEmpty() ? row : keys.get(random.nextInt(keys.size()));
                case 1 -> Arrays.copyOf(row, random.nextInt(row.length + 1));
                case 2 -> {
                    row[random.nextInt(row.length)]++;
                    yield row;
                }
                case 3 -> Bytes.add(row, new byte[] {0});
                case 4 -> Arrays.copyOfRange(row, random.nextInt(row.length), row.length);
                default -> row;
            };
        }
    }

    private static List<RegionLocation> table(SplittableRandom random, Keys keys, int splits) {
        List<byte[]> made = new ArrayList<>();
        for (int i = 0; i < splits; i++) {
            made.add(keys.next(random, made));
        }
        TreeSet<byte[]> sorted = new TreeSet<>(Bytes::compareTo);
        sorted.addAll(made);
        List<RegionLocation> regions = new ArrayList<>();
        byte[] start = new byte[0];
        for (byte[] end : sorted) {
            // Copies, as separate rows of hbase:meta bring them.
            regions.add(Regions.region(start.clone(), end.clone(), random.nextInt(5), 1));
            start = end;
        }
        regions.add(Regions.region(start, new byte[0], random.nextInt(5), 1));
        return regions;
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void findAndFloor_randomTable_agreeWithLookingAtEveryRegion(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Keys keys = Keys.random(random);
        List<RegionLocation> regions = table(random, keys, random.nextInt(random.nextBoolean() ? 8 : 200));
        if (random.nextBoolean()) {
            regions.removeIf(region -> random.nextInt(3) == 0);
        }
        RegionServers servers = new RegionServers();
        RegionIndex index = new RegionIndex(regions.toArray(NONE), servers);
        assertAgree(index, regions, keys, random, 500);
        while (!regions.isEmpty()) {
            if (random.nextInt(4) == 0) {
                ServerName server = regions.get(random.nextInt(regions.size())).server();
                assertThat(index.dropServer(servers.of(server))).isTrue();
                assertThat(index.dropServer(servers.of(server))).isFalse();
                regions.removeIf(region -> region.server().equals(server));
            } else {
                RegionLocation dropped = regions.remove(random.nextInt(regions.size()));
                index.dropOverlapping(dropped);
            }
            assertAgree(index, regions, keys, random, 40);
        }
    }

    private static void assertAgree(
            RegionIndex index, List<RegionLocation> regions, Keys keys, SplittableRandom random, int rows) {
        assertThat(index.size() - index.dropped()).isEqualTo(regions.size());
        List<byte[]> starts = regions.stream().map(RegionLocation::startKey).toList();
        for (int i = 0; i < rows; i++) {
            byte[] row = keys.row(random, starts);
            RegionLocation floor = null;
            RegionLocation found = null;
            for (RegionLocation region : regions) {
                floor = Bytes.compareTo(region.startKey(), row) <= 0 ? region : floor;
                found = region.contains(row) ? region : found;
            }
            // In the middle of other bytes, at the end of the array, or followed by less than eight bytes.
            int before = random.nextInt(3);
            byte[] array = new byte[before + row.length + (random.nextBoolean() ? random.nextInt(12) : 0)];
            Arrays.fill(array, (byte) (random.nextBoolean() ? 0xff : 'b'));
            System.arraycopy(row, 0, array, before, row.length);
            assertIs(index, index.lastBefore(array, before, row.length), floor, row);
            assertIs(index, index.find(array, before, row.length), found, row);
        }
    }

    /** A region is the same one, though the index may have put one of its keys in another array. */
    private static void assertIs(RegionIndex index, int number, @Nullable RegionLocation expected, byte[] row) {
        assertThat(number < 0 ? "none" : index.region(number).toString())
                .as("region of %s", Bytes.toStringBinary(row))
                .isEqualTo(expected == null ? "none" : expected.toString());
    }

    @Test
    void floor_keysThatDifferInZerosOnly_areToldApart() {
        List<RegionLocation> regions = Regions.table(1, "a", "a\0", "a\0\0", "a\0\0\0\0\0\0\0\0\0", "b");
        RegionIndex index = new RegionIndex(regions.toArray(NONE), new RegionServers());
        for (int i = 0; i < regions.size(); i++) {
            byte[] start = regions.get(i).startKey();
            assertThat(index.floor(start, 0, start.length)).isEqualTo(i);
        }
        assertThat(index.floor(Regions.bytes("a\0\0\0\0"), 0, 5)).isEqualTo(3);
    }

    @Test
    void floor_emptyIndex_isNone() {
        assertThat(RegionIndex.EMPTY.floor(new byte[] {1}, 0, 1)).isEqualTo(-1);
        assertThat(RegionIndex.EMPTY.find(new byte[0], 0, 0)).isEqualTo(-1);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void marks_anyNumber_isFoundAsByLookingAtEach(long seed) {
        Random random = new Random(seed);
        long[] marks = marks(random);
        RegionIndex.Marks index = new RegionIndex.Marks(marks.clone());
        for (int i = 0; i < 200; i++) {
            long number = marks.length > 0 && random.nextBoolean()
                    ? marks[random.nextInt(marks.length)] + random.nextInt(3) - 1
                    : random.nextLong();
            assertThat(index.lastAtMost(number)).as("of %d", number).isEqualTo(lookAtEach(marks, number));
        }
    }

    /** Spread over all numbers, in a few places, or next to each other; often with equal ones and the outermost. */
    private static long[] marks(Random random) {
        int count = random.nextInt(40);
        int shape = random.nextInt(3);
        long middle = random.nextLong();
        return LongStream.generate(() -> switch (shape) {
                    case 0 -> random.nextInt(8) == 0 ? outermost(random) : random.nextLong();
                    case 1 -> random.nextLong() & 0xf000_0000_0000_000fL;
                    default -> middle + random.nextInt(30);
                })
                .limit(count)
                .sorted()
                .toArray();
    }

    private static long outermost(Random random) {
        return random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private static int lookAtEach(long[] marks, long number) {
        int last = -1;
        for (int i = 0; i < marks.length; i++) {
            last = marks[i] <= number ? i : last;
        }
        return last;
    }

    @Test
    void marks_none_nothingIsFound() {
        assertThat(new RegionIndex.Marks(new long[0]).lastAtMost(Long.MAX_VALUE))
                .isEqualTo(-1);
    }
}
