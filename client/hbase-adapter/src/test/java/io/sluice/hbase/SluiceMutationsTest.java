package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SluiceMutationsTest {
    private static final byte[] ROW = bytes("row");
    private static final byte[] F = bytes("f");
    private static final byte[] Q = bytes("q");

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 5);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** All of a cell that is sent. */
    private static String text(byte[] row, byte[] family, byte[] qualifier, long timestamp, String type, byte[] value) {
        return Bytes.toStringBinary(row) + "/" + Bytes.toStringBinary(family) + ":" + Bytes.toStringBinary(qualifier)
                + "@" + timestamp + "/" + type + "=" + Bytes.toStringBinary(value);
    }

    private static List<String> cells(Mutation theirs) {
        List<String> texts = new ArrayList<>();
        for (List<Cell> family : theirs.getFamilyCellMap().values()) {
            for (Cell cell : family) {
                texts.add(text(
                        CellUtil.cloneRow(cell),
                        CellUtil.cloneFamily(cell),
                        CellUtil.cloneQualifier(cell),
                        cell.getTimestamp(),
                        cell.getType().name(),
                        CellUtil.cloneValue(cell)));
            }
        }
        return texts;
    }

    private static List<String> cells(io.sluice.Mutation ours) {
        List<String> texts = new ArrayList<>();
        for (List<io.sluice.Cell> family : ours.getFamilyCellMap().values()) {
            for (io.sluice.Cell cell : family) {
                texts.add(text(
                        io.sluice.CellUtil.cloneRow(cell),
                        io.sluice.CellUtil.cloneFamily(cell),
                        io.sluice.CellUtil.cloneQualifier(cell),
                        cell.getTimestamp(),
                        cell.getType().name(),
                        io.sluice.CellUtil.cloneValue(cell)));
            }
        }
        return texts;
    }

    private static void assertSame(Mutation theirs) {
        io.sluice.Mutation ours = SluiceMutations.of(theirs);
        assertThat(ours.getClass().getSimpleName()).isEqualTo(theirs.getClass().getSimpleName());
        assertThat(ours.getRow()).isEqualTo(theirs.getRow());
        assertThat(cells(ours)).isEqualTo(cells(theirs));
        assertThat(ours.getTTL()).isEqualTo(theirs.getTTL());
        assertThat(ours.getDurability().name()).isEqualTo(theirs.getDurability().name());
        assertThat(ours.getPriority()).isEqualTo(theirs.getPriority());
        assertThat(ours.getAttributesMap().keySet())
                .isEqualTo(theirs.getAttributesMap().keySet());
        theirs.getAttributesMap()
                .forEach((name, value) -> assertThat(ours.getAttribute(name)).isEqualTo(value));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void random_mutations_haveTheSameCells(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            Mutation theirs = mutation(random, i);
            theirs.setDurability(Durability.values()[random.nextInt(Durability.values().length)]);
            if (!(theirs instanceof Delete) && random.nextBoolean()) {
                theirs.setTTL(random.nextInt(1_000_000));
            }
            if (random.nextBoolean()) {
                theirs.setAttribute("a" + i, random(random, 20));
            }
            if (random.nextBoolean()) {
                theirs.setPriority(random.nextInt(300));
            }
            assertSame(theirs);
        }
    }

    private static Mutation mutation(Random random, int kind) throws IOException {
        byte[] row = random(random, 30);
        byte[] family = bytes("f" + random.nextInt(3));
        byte[] qualifier = random.nextInt(5) == 0 ? new byte[0] : random(random, 10);
        long timestamp = random.nextLong() >>> 1;
        int cells = 1 + random.nextInt(4);
        switch (kind % 4) {
            case 0 -> {
                Put put = new Put(row);
                for (int i = 0; i < cells; i++) {
                    put.addColumn(family, qualifier, timestamp + i, random(random, 50));
                }
                if (random.nextBoolean()) {
                    put.add(new KeyValue(row, bytes("h"), qualifier, timestamp, KeyValue.Type.DeleteColumn));
                }
                return put.addColumn(bytes("g"), null, random(random, 5));
            }
            case 1 -> {
                return new Delete(row, timestamp)
                        .addColumn(family, qualifier, timestamp)
                        .addColumns(family, qualifier)
                        .addFamily(bytes("g"), timestamp)
                        .addFamilyVersion(bytes("h"), timestamp);
            }
            case 2 -> {
                Increment increment = new Increment(row);
                if (random.nextBoolean()) {
                    increment.setTimestamp(timestamp);
                }
                return increment.addColumn(family, qualifier, random.nextLong()).setReturnResults(false);
            }
            default -> {
                return new Append(row).addColumn(family, qualifier, random(random, 40));
            }
        }
    }

    private static byte[] random(Random random, int most) {
        byte[] some = new byte[1 + random.nextInt(most)];
        random.nextBytes(some);
        return some;
    }

    @Test
    void delete_wholeRowAtATime_keepsItsTime() {
        io.sluice.Mutation ours = SluiceMutations.of(new Delete(ROW, 17));
        assertThat(ours.isEmpty()).isTrue();
        assertThat(ours.getTimestamp()).isEqualTo(17);
    }

    @Test
    void put_changedAfterwards_isNot() {
        Put theirs = new Put(ROW).addColumn(F, Q, 1, bytes("v"));
        io.sluice.Mutation ours = SluiceMutations.of(theirs);
        theirs.addColumn(F, Q, 2, bytes("w"));
        assertThat(cells(ours)).containsExactly("row/f:q@1/Put=v");
    }

    @Test
    void rowMutations_keepTheirOrder() throws IOException {
        Put put = new Put(ROW).addColumn(F, Q, 1, bytes("v"));
        Delete delete = new Delete(ROW).addColumns(F, Q, 0);
        io.sluice.RowMutations ours = SluiceMutations.of(RowMutations.of(List.of(put, delete)));
        assertThat(ours.getRow()).isEqualTo(ROW);
        assertThat(ours.getMutations())
                .extracting(SluiceMutationsTest::cells)
                .containsExactly(cells(put), cells(delete));
    }

    @Test
    void timeRange_isRefused() throws IOException {
        Increment increment = new Increment(ROW).addColumn(F, Q, 1).setTimeRange(1, 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SluiceMutations.of(increment))
                .withMessageContaining("time range");
        Append append = new Append(ROW).addColumn(F, Q, Q).setTimeRange(1, 2);
        assertThatIllegalArgumentException().isThrownBy(() -> SluiceMutations.of(append));
    }
}
