package io.sluice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each against HBase's class of the same name. */
class KeyValueTest {
    private static final byte[] ROW = bytes("row");
    private static final byte[] F = bytes("f");
    private static final byte[] Q = bytes("qualifier");
    private static final byte[] V = bytes("value");

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static void assertSame(KeyValue ours, org.apache.hadoop.hbase.KeyValue theirs) {
        int end = ours.getOffset() + ours.getLength();
        assertThat(Arrays.copyOfRange(ours.getBuffer(), ours.getOffset(), end))
                .isEqualTo(Arrays.copyOfRange(
                        theirs.getBuffer(), theirs.getOffset(), theirs.getOffset() + theirs.getLength()));
        assertThat(ours.getTypeByte()).isEqualTo(theirs.getTypeByte());
        assertThat(ours.isLatestTimestamp()).isEqualTo(theirs.isLatestTimestamp());
        assertThat(ours.getTimestamp()).isEqualTo(theirs.getTimestamp());
    }

    @Test
    void values_areHBasesBytes() {
        assertSame(new KeyValue(ROW, F, Q, V), new org.apache.hadoop.hbase.KeyValue(ROW, F, Q, V));
        assertSame(new KeyValue(ROW, F, Q, 5, V), new org.apache.hadoop.hbase.KeyValue(ROW, F, Q, 5, V));
        assertSame(
                new KeyValue(ROW, F, null, 5, (byte[]) null),
                new org.apache.hadoop.hbase.KeyValue(ROW, F, null, 5, (byte[]) null));
        byte[] all = bytes("xrowfqualifiervalue");
        assertSame(
                new KeyValue(all, 1, 3, all, 4, 1, all, 5, 9, 7, KeyValue.Type.Put, all, 14, 5),
                new org.apache.hadoop.hbase.KeyValue(
                        all, 1, 3, all, 4, 1, all, 5, 9, 7, org.apache.hadoop.hbase.KeyValue.Type.Put, all, 14, 5));
    }

    @ParameterizedTest
    @EnumSource(KeyValue.Type.class)
    void types_areHBasesBytes(KeyValue.Type type) {
        var theirs = org.apache.hadoop.hbase.KeyValue.Type.valueOf(type.name());
        assertThat(type.getCode()).isEqualTo(theirs.getCode());
        KeyValue ours = new KeyValue(ROW, F, Q, 5, type);
        assertSame(ours, new org.apache.hadoop.hbase.KeyValue(ROW, F, Q, 5, theirs));
        assertThat(new KeyValue((Cell) ours)).isEqualTo(ours);
    }

    @Test
    void put_withCells_isThatWithColumns() throws Exception {
        Put cells = new Put(ROW).add(new KeyValue(ROW, F, Q, 5, V)).add(new KeyValue(ROW, F, null, V));
        Put columns = new Put(ROW).addColumn(F, Q, 5, V).addColumn(F, null, V);
        assertThat(cells(cells)).hasSize(2).isEqualTo(cells(columns));
    }

    private static List<String> cells(Put put) {
        return put.getFamilyCellMap().values().stream()
                .flatMap(List::stream)
                .map(cell -> {
                    KeyValue one = new KeyValue(cell);
                    return Bytes.toHex(one.getBuffer(), one.getOffset(), one.getLength());
                })
                .toList();
    }

    @Test
    void equality_isOfEverythingButTheValue() {
        KeyValue one = new KeyValue(ROW, F, Q, 5, V);
        assertThat(one)
                .isEqualTo(new KeyValue(ROW, F, Q, 5, bytes("another")))
                .hasSameHashCodeAs(new KeyValue(ROW, F, Q, 5, bytes("another")))
                .isNotEqualTo(new KeyValue(ROW, F, Q, 6, V))
                .isNotEqualTo(new KeyValue(ROW, F, bytes("q"), 5, V))
                .isNotEqualTo(new KeyValue(bytes("roe"), F, Q, 5, V))
                .isNotEqualTo(new KeyValue(ROW, F, Q, 5, KeyValue.Type.Delete, V));
    }

    @Test
    void lengths_thatServersRefuse_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyValue(new byte[0], F, Q, V));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyValue(new byte[32_768], F, Q, V));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyValue(ROW, new byte[0], Q, V));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyValue(ROW, new byte[128], Q, V));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyValue(ROW, F, Q, -1, V));
    }
}
