package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.CellText.text;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.embedded.RegionDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A row that were sent to another region than its own would be refused by the server. */
class RegionBoundariesIT {
    private static final int REGIONS = 64;

    @RegisterExtension
    final Session session = new Session();

    @Test
    void put_rowsAroundBinaryBoundaries_eachInItsRegion() throws Exception {
        List<byte[]> splits = binarySplits();
        TableName table = session.table(splits, "f");
        List<RegionDescription> regions = session.stock().regions(table.getNameAsString());
        assertThat(regions).hasSize(REGIONS);

        Set<byte[]> rows = rowsAround(splits);
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, writeAll(mutator, rows));

        assertThat(session.everything(table)).isEqualTo(expected(rows));
        assertThat(mutator.state().retried()).as("rows sent to a wrong region").isZero();
        for (RegionDescription region : regions) {
            assertThat(rows).as("rows in region %s", text(region.startKey())).anyMatch(row -> contains(region, row));
        }
    }

    @Test
    void put_rowsAroundBinaryBoundariesAfterPreload_sentOnce() throws Exception {
        List<byte[]> splits = binarySplits();
        TableName table = session.table(splits, "f");
        assertThat(get(session.connection().preloadRegions(table))).isEqualTo(REGIONS);

        Set<byte[]> rows = rowsAround(splits);
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, writeAll(mutator, rows));
        assertThat(session.everything(table)).isEqualTo(expected(rows));
        assertThat(mutator.state().retried()).as("rows sent to a wrong region").isZero();
    }

    @Test
    void put_randomBinaryRowsOneAtATime_eachInItsRegion() throws Exception {
        long seed = 20261121;
        TableName table = session.table(binarySplits(), "f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setMaxMutations(1));
        Random random = new Random(seed);
        Set<byte[]> rows = new TreeSet<>(Bytes.BYTES_COMPARATOR);
        while (rows.size() < 300) {
            byte[] row = new byte[1 + random.nextInt(6)];
            random.nextBytes(row);
            rows.add(row);
        }
        acknowledge(mutator, writeAll(mutator, rows));
        assertThat(session.everything(table)).as("seed %d", seed).isEqualTo(expected(rows));
    }

    @Test
    void put_smallestAndLargestRowsOfOneRegion_stored() throws Exception {
        TableName table = session.table("f");
        assertThat(get(session.connection().preloadRegions(table))).isEqualTo(1);
        Set<byte[]> rows = rowsAround(List.of(bytes("\0\0"), bytes("\u00ff\u00ff\u00ff")));
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, writeAll(mutator, rows));
        assertThat(session.everything(table)).isEqualTo(expected(rows));
    }

    /** 63 keys, among them the ones that are awkward to compare: signed, zeroes at the end, prefixes of each other. */
    private static List<byte[]> binarySplits() {
        TreeSet<byte[]> splits = new TreeSet<>(Bytes.BYTES_COMPARATOR);
        for (String awkward : List.of(
                "\0\0",
                "\0\u0001",
                "A",
                "A\0",
                "A\0\0",
                "A,",
                "A,B,",
                "\u007f\u00ff",
                "\u0080",
                "\u0080\0",
                "\u00fe\u00ff",
                "\u00ff",
                "\u00ff\0",
                "\u00ff\u00ff",
                "\u00ff\u00ff\u00ff")) {
            splits.add(bytes(awkward));
        }
        for (int i = 3; splits.size() < REGIONS - 1; i += 4) {
            splits.add(new byte[] {(byte) i, (byte) (31 * i)});
        }
        return List.copyOf(splits);
    }

    /** Each boundary, the rows next to it and the ends of the table. */
    private static Set<byte[]> rowsAround(List<byte[]> splits) {
        Set<byte[]> rows = new TreeSet<>(Bytes.BYTES_COMPARATOR);
        for (byte[] split : splits) {
            rows.add(split);
            rows.add(Arrays.copyOf(split, split.length + 1));
            byte[] longBefore = before(split);
            rows.add(longBefore);
            byte[] last = Arrays.copyOf(split, split.length + 1);
            last[split.length] = (byte) 0xff;
            rows.add(last);
        }
        rows.add(new byte[] {0});
        byte[] largest = new byte[20];
        Arrays.fill(largest, (byte) 0xff);
        rows.add(largest);
        return rows;
    }

    /** A row before the key with as little as possible between them. */
    private static byte[] before(byte[] key) {
        int last = key.length - 1;
        if (key[last] == 0) {
            return last == 0 ? key : Arrays.copyOf(key, last);
        }
        byte[] before = Arrays.copyOf(key, key.length + 8);
        before[last]--;
        Arrays.fill(before, key.length, before.length, (byte) 0xff);
        return before;
    }

    private static boolean contains(RegionDescription region, byte[] row) {
        return Bytes.compareTo(region.startKey(), row) <= 0
                && (region.endKey().length == 0 || Bytes.compareTo(row, region.endKey()) < 0);
    }

    private static List<CompletableFuture<Void>> writeAll(AsyncBufferedMutator mutator, Iterable<byte[]> rows) {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (byte[] row : rows) {
            futures.add(mutator.mutate(new Put(row).addColumn(bytes("f"), bytes("q"), 1, value(row))));
        }
        return futures;
    }

    private static byte[] value(byte[] row) {
        return bytes("value of " + text(row));
    }

    private static List<CellText> expected(Iterable<byte[]> rows) {
        List<CellText> cells = new ArrayList<>();
        for (byte[] row : rows) {
            cells.add(put(text(row), "f", "q", 1, text(value(row))));
        }
        return cells;
    }
}
