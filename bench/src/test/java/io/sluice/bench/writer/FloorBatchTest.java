package io.sluice.bench.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodec;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.Durability;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.junit.jupiter.api.Test;

class FloorBatchTest {
    private static final List<byte[]> REGIONS = IntStream.range(0, Rows.REGIONS)
            .mapToObj(i -> ("region " + i).getBytes(UTF_8))
            .toList();

    @Test
    void frame_putsOfTwoRegions_isWhatHBaseReads() throws IOException {
        FloorBatch batch = new FloorBatch(new Load(1, 10, true), REGIONS);
        byte[] first = new byte[Rows.ROW_BYTES];
        byte[] last = new byte[Rows.ROW_BYTES];
        last[0] = (byte) 0xFF;
        batch.add(last, null);
        batch.add(first, null);
        batch.add(last, null);

        ByteArrayInputStream in = stream(batch.frame(300));
        RequestHeader header = RequestHeader.parseDelimitedFrom(in);
        MultiRequest request = MultiRequest.parseDelimitedFrom(in);

        assertThat(header.getCallId()).isEqualTo(300);
        assertThat(header.getMethodName()).isEqualTo("Multi");
        assertThat(header.getRequestParam()).isTrue();
        assertThat(header.getCellBlockMeta().getLength()).isEqualTo(in.available());
        assertThat(request.getRegionActionList())
                .extracting(action -> action.getRegion().getValue().toStringUtf8())
                .containsExactly("region 0", "region 15");
        assertThat(request.getRegionActionList())
                .extracting(RegionAction::getActionCount)
                .containsExactly(1, 2);
        assertThat(request.getRegionAction(1).getAction(0).getMutation().getDurability())
                .isEqualTo(Durability.SKIP_WAL);
        Codec.Decoder cells = new KeyValueCodec().getDecoder(in);
        for (byte[] row : List.of(first, last, last)) {
            assertThat(cells.advance()).isTrue();
            Cell cell = cells.current();
            assertThat(CellUtil.cloneRow(cell)).isEqualTo(row);
            assertThat(CellUtil.matchingColumn(cell, Writer.FAMILY.getBytes(UTF_8), Writer.QUALIFIER.getBytes(UTF_8)))
                    .isTrue();
            assertThat(cell.getType()).isEqualTo(Cell.Type.Put);
            assertThat(CellUtil.cloneValue(cell)).isEqualTo(Rows.value(10));
        }
        assertThat(cells.advance()).isFalse();
    }

    @Test
    void clear_sentBatch_isEmptyAndLargerBeforeTheNext() {
        FloorBatch batch = new FloorBatch(new Load(1, 1_000, true), REGIONS);
        batch.add(new byte[Rows.ROW_BYTES], failure -> {});
        assertThat(batch.isFull()).isTrue();
        batch.clear();
        assertThat(batch.puts()).isZero();
        assertThat(batch.settled()).isEmpty();
        batch.add(new byte[Rows.ROW_BYTES], null);
        assertThat(batch.isFull()).isFalse();
    }

    /** Returns the bytes after the size of the frame. */
    private static ByteArrayInputStream stream(ByteBuffer[] frame) {
        int all = 0;
        for (ByteBuffer part : frame) {
            all += part.remaining();
        }
        ByteBuffer bytes = ByteBuffer.allocate(all);
        for (ByteBuffer part : frame) {
            bytes.put(part);
        }
        assertThat(bytes.getInt(0)).isEqualTo(all - Integer.BYTES);
        return new ByteArrayInputStream(bytes.array(), Integer.BYTES, all - Integer.BYTES);
    }
}
