package io.sluice.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellBlockTest {
    private static final byte[] ROW = {'r', 'o', 'w'};
    private static final byte[] FAMILY = {'f'};

    private static byte[] block(Cell... cells) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Codec.Encoder encoder = new KeyValueCodec().getEncoder(out);
        for (Cell cell : cells) {
            encoder.write(cell);
        }
        encoder.flush();
        return out.toByteArray();
    }

    @Test
    void decode_cellsOfHBase_areTheSameWhenEncodedAgain() throws Exception {
        KeyValue put = new KeyValue(ROW, FAMILY, new byte[0], 17, new byte[] {1, 2});
        KeyValue delete = new KeyValue(ROW, FAMILY, new byte[] {'q'}, 0, KeyValue.Type.DeleteFamily);
        byte[] block = block(put, delete);
        List<StoredCell> cells = CellBlock.decode(block);
        assertThat(cells)
                .extracting(StoredCell::type)
                .containsExactly(StoredCell.Type.PUT, StoredCell.Type.DELETE_FAMILY);
        assertThat(cells.get(0).value()).isEqualTo(CellUtil.cloneValue(put));
        assertThat(CellBlock.encode(cells)).isEqualTo(block);
    }

    /** Each byte that says a length or a type; HBase would store most of these. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 7, 11, 12, 13, 17, 20, 28})
    void decode_wrongLengthOrType_isRefused(int position) throws Exception {
        byte[] block = block(new KeyValue(ROW, FAMILY, new byte[] {'q'}, 5, new byte[] {1}));
        block[position] ^= (byte) 0x81;
        assertThatIllegalArgumentException().isThrownBy(() -> CellBlock.decode(block));
    }
}
