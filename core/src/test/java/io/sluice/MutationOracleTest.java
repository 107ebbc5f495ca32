package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.cell.CellBlockVerifier;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Builds random mutations with HBase's classes and with ours; HBase's decoder must find the same cells in our bytes. */
class MutationOracleTest {

    private static final int MUTATIONS_PER_SEED = 2_000;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void encodedForm_randomMutation_decodesToHBasesCells(long seed) throws IOException {
        TwinMutations twins = new TwinMutations(seed);
        for (int i = 0; i < MUTATIONS_PER_SEED; i++) {
            TwinMutations.Twins twin = twins.next();
            String context = "seed " + seed + ", mutation " + i + ": " + twin.ours();
            assertSameCells(twin, context);
            assertSameSettings(twin, context);
            assertSameViews(twin, context);
        }
    }

    private static void assertSameCells(TwinMutations.Twins twin, String context) throws IOException {
        Mutation ours = twin.ours();
        int pad = 7;
        byte[] block = new byte[ours.encodedSize() + 2 * pad];
        Arrays.fill(block, (byte) 0x5a);
        ours.copyEncodedTo(block, pad, ours.encodedSize());
        for (int i = 0; i < pad; i++) {
            assertThat(block[i]).as(context).isEqualTo((byte) 0x5a);
            assertThat(block[block.length - 1 - i]).as(context).isEqualTo((byte) 0x5a);
        }
        CellBlockVerifier.verify(block, pad, ours.encodedSize(), ours.size(), ours.getRow());
        assertThat(decode(block, pad, ours)).as(context).isEqualTo(expected(twin.theirs()));
    }

    /** Cells by family as HBase's decoder reads them; checks the exact end and the largest cell on the way. */
    private static Map<String, List<String>> decode(byte[] block, int offset, Mutation ours) throws IOException {
        Map<String, List<String>> families = new TreeMap<>();
        ByteArrayInputStream in = new ByteArrayInputStream(block, offset, ours.encodedSize());
        Codec.Decoder decoder = new KeyValueCodec().getDecoder(in);
        int cells = 0;
        int bytes = 0;
        int largest = 0;
        while (decoder.advance()) {
            org.apache.hadoop.hbase.Cell cell = decoder.current();
            families.computeIfAbsent(
                            org.apache.hadoop.hbase.util.Bytes.toHex(
                                    org.apache.hadoop.hbase.CellUtil.cloneFamily(cell)),
                            family -> new ArrayList<>())
                    .add(describe(cell));
            assertThat(Bytes.toInt(block, offset + bytes)).isEqualTo(cell.getSerializedSize());
            cells++;
            bytes += 4 + cell.getSerializedSize();
            largest = Math.max(largest, cell.getSerializedSize());
        }
        assertThat(in.available()).isZero();
        assertThat(bytes).isEqualTo(ours.encodedSize());
        assertThat(cells).isEqualTo(ours.size());
        assertThat(largest).isEqualTo(ours.maxCellSize());
        return families;
    }

    private static Map<String, List<String>> expected(org.apache.hadoop.hbase.client.Mutation theirs) {
        Map<String, List<String>> families = new TreeMap<>();
        theirs.getFamilyCellMap()
                .forEach((family, cells) -> families.put(
                        Bytes.toHex(family),
                        cells.stream().map(MutationOracleTest::describe).toList()));
        return families;
    }

    private static String describe(org.apache.hadoop.hbase.Cell cell) {
        return String.join(
                "/",
                Bytes.toHex(org.apache.hadoop.hbase.CellUtil.cloneRow(cell)),
                Bytes.toHex(org.apache.hadoop.hbase.CellUtil.cloneFamily(cell)),
                Bytes.toHex(org.apache.hadoop.hbase.CellUtil.cloneQualifier(cell)),
                Long.toString(cell.getTimestamp()),
                cell.getType().name(),
                Bytes.toHex(org.apache.hadoop.hbase.CellUtil.cloneValue(cell)));
    }

    private static String describe(Cell cell) {
        return String.join(
                "/",
                Bytes.toHex(CellUtil.cloneRow(cell)),
                Bytes.toHex(CellUtil.cloneFamily(cell)),
                Bytes.toHex(CellUtil.cloneQualifier(cell)),
                Long.toString(cell.getTimestamp()),
                cell.getType().name(),
                Bytes.toHex(CellUtil.cloneValue(cell)));
    }

    private static void assertSameSettings(TwinMutations.Twins twin, String context) {
        Mutation ours = twin.ours();
        org.apache.hadoop.hbase.client.Mutation theirs = twin.theirs();
        assertThat(ours.getRow()).as(context).isEqualTo(theirs.getRow());
        assertThat(ours.getTimestamp()).as(context).isEqualTo(theirs.getTimestamp());
        assertThat(ours.getTTL()).as(context).isEqualTo(theirs.getTTL());
        assertThat(ours.getId()).as(context).isEqualTo(theirs.getId());
        assertThat(ours.getPriority()).as(context).isEqualTo(theirs.getPriority());
        assertThat(ours.getDurability().name())
                .as(context)
                .isEqualTo(theirs.getDurability().name());
        assertThat(hex(ours.getAttributesMap())).as(context).isEqualTo(hex(theirs.getAttributesMap()));
    }

    private static Map<String, String> hex(Map<String, byte[]> attributes) {
        Map<String, String> shown = new TreeMap<>();
        attributes.forEach((name, value) -> shown.put(name, Bytes.toHex(value)));
        return shown;
    }

    private static void assertSameViews(TwinMutations.Twins twin, String context) {
        Mutation ours = twin.ours();
        org.apache.hadoop.hbase.client.Mutation theirs = twin.theirs();
        assertThat(ours.size()).as(context).isEqualTo(theirs.size());
        assertThat(ours.isEmpty()).as(context).isEqualTo(theirs.isEmpty());
        assertThat(ours.numFamilies()).as(context).isEqualTo(theirs.numFamilies());
        Map<String, List<String>> views = new TreeMap<>();
        ours.getFamilyCellMap()
                .forEach((family, cells) -> views.put(
                        Bytes.toHex(family),
                        cells.stream().map(MutationOracleTest::describe).toList()));
        assertThat(views).as(context).isEqualTo(expected(theirs));
        theirs.getFamilyCellMap().values().forEach(cells -> cells.forEach(cell -> assertFound(ours, theirs, cell)));
    }

    private static void assertFound(
            Mutation ours, org.apache.hadoop.hbase.client.Mutation theirs, org.apache.hadoop.hbase.Cell cell) {
        byte[] family = org.apache.hadoop.hbase.CellUtil.cloneFamily(cell);
        byte[] qualifier = org.apache.hadoop.hbase.CellUtil.cloneQualifier(cell);
        byte[] value = org.apache.hadoop.hbase.CellUtil.cloneValue(cell);
        long timestamp = cell.getTimestamp();
        assertThat(ours.has(family, qualifier)).isTrue();
        assertThat(ours.has(family, qualifier, timestamp)).isTrue();
        assertThat(ours.has(family, qualifier, value)).isTrue();
        assertThat(ours.has(family, qualifier, timestamp, value)).isTrue();
        byte[] otherValue = Bytes.padTail(value, 1);
        long otherTime = timestamp ^ 1;
        assertThat(ours.has(family, qualifier, otherValue)).isEqualTo(theirs.has(family, qualifier, otherValue));
        assertThat(ours.has(family, qualifier, otherTime)).isEqualTo(theirs.has(family, qualifier, otherTime));
        assertThat(ours.has(family, qualifier, otherTime, value))
                .isEqualTo(theirs.has(family, qualifier, otherTime, value));
        assertThat(ours.has(family, Bytes.padTail(qualifier, 3)))
                .isEqualTo(theirs.has(family, Bytes.padTail(qualifier, 3)));
        assertThat(ours.get(family, qualifier).stream().map(MutationOracleTest::describe))
                .containsExactlyElementsOf(theirs.get(family, qualifier).stream()
                        .map(MutationOracleTest::describe)
                        .toList());
    }
}
