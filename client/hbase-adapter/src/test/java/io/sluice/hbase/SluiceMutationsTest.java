package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
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

    private static List<String> cells(io.sluice.Mutation ours) {
        List<String> texts = new ArrayList<>();
        for (List<io.sluice.Cell> family : ours.getFamilyCellMap().values()) {
            for (io.sluice.Cell cell : family) {
                texts.add(MutationText.cell(
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
        assertThat(cells(ours)).isEqualTo(MutationText.cells(theirs));
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
            assertThat(MutationText.of(HBaseMutations.of(SluiceMutations.of(theirs))))
                    .isEqualTo(MutationText.of(theirs));
        }
    }

    @Test
    void back_settingsOfCells_areKept() throws Exception {
        Put put = new Put(ROW).addColumn(F, Q, 1, bytes("v"));
        put.setTTL(5_000)
                .setCellVisibility(new CellVisibility("secret|public"))
                .setACL("user", new Permission(Permission.Action.READ))
                .setClusterIds(List.of(new UUID(1, 2)));
        put.setId("id");
        Put back = (Put) HBaseMutations.of(SluiceMutations.of(put));
        assertThat(MutationText.of(back)).isEqualTo(MutationText.of(put));
        assertThat(back.getTTL()).isEqualTo(5_000);
        assertThat(back.getCellVisibility().getExpression()).isEqualTo("secret|public");
        assertThat(back.getACL()).isEqualTo(put.getACL());
        assertThat(back.getClusterIds()).containsExactly(new UUID(1, 2));
        assertThat(back.getId()).isEqualTo("id");
    }

    @Test
    void back_wholeRow_keepsItsTime() {
        Delete back = (Delete) HBaseMutations.of(SluiceMutations.of(new Delete(ROW, 17)));
        assertThat(back.isEmpty()).isTrue();
        assertThat(back.getTimestamp()).isEqualTo(17);
    }

    @Test
    void back_counter_keepsWhetherItReturnsResults() {
        Increment increment = new Increment(ROW).addColumn(F, Q, 7).setReturnResults(false);
        assertThat(((Increment) HBaseMutations.of(SluiceMutations.of(increment))).isReturnResults())
                .isFalse();
        Append append = new Append(ROW).addColumn(F, Q, Q).setReturnResults(true);
        assertThat(((Append) HBaseMutations.of(SluiceMutations.of(append))).isReturnResults())
                .isTrue();
    }

    /** HBase does not check it; the error is Sluice's and names the part. */
    @Test
    void put_withoutFamily_isRefused() {
        Put put = new Put(ROW).addColumn(new byte[0], Q, 1, bytes("v"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SluiceMutations.of(put))
                .withMessageContaining("family must not be empty");
    }

    /** HBase's cells may be slices of larger arrays. */
    @Test
    void put_ofSlices_copiesTheSlicesOnly() throws IOException {
        KeyValue whole = new KeyValue(ROW, F, Q, 9, bytes("value"));
        byte[] padded = new byte[whole.getLength() + 20];
        System.arraycopy(whole.getRowArray(), whole.getOffset(), padded, 13, whole.getLength());
        Put put = new Put(ROW).add(new KeyValue(padded, 13, whole.getLength()));
        assertThat(cells(SluiceMutations.of(put))).containsExactly("row/f:q@9/Put=value");
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
                .containsExactly(MutationText.cells(put), MutationText.cells(delete));
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
