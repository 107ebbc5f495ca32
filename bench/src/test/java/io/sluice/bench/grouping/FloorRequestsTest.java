package io.sluice.bench.grouping;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionMap;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodec;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The floor sends what a client would: every put, to its server, under the name of its region. */
class FloorRequestsTest {
    private static final int PUTS = 2_000;
    private static final int MOST = 1_500;

    @ParameterizedTest
    @CsvSource({"1, 16, false", "7, 1000, false", "7, 1000, true", "50, 5000, false"})
    void send_anyTable_areTheRequestsOfAClient(int servers, int regions, boolean skewed) throws IOException {
        TableShape shape = new TableShape(servers, regions, skewed);
        byte[][] rows = shape.rows(PUTS);
        List<byte[]> frames = new ArrayList<>();
        FloorRequests requests =
                new FloorRequests(shape, rows, GroupingEngine.value(), MOST, frame -> frames.add(copyOf(frame)));
        RegionMap map = map(shape);
        List<String> sent = new ArrayList<>();
        for (int from = 0; from < PUTS; from += MOST / 3) {
            frames.clear();
            requests.fill(MOST / 3);
            requests.send();
            assertThat(frames).hasSizeLessThanOrEqualTo(servers);
            for (byte[] frame : frames) {
                readTo(sent, frame, shape, map);
            }
        }
        assertThat(sent)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(rows).map(row -> new String(row, US_ASCII)).toList());
    }

    private static byte[] copyOf(ByteBuffer frame) {
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }

    private static void readTo(List<String> sent, byte[] frame, TableShape shape, RegionMap map) throws IOException {
        assertThat(ByteBuffer.wrap(frame).getInt()).isEqualTo(frame.length - Integer.BYTES);
        ByteArrayInputStream in = new ByteArrayInputStream(frame, Integer.BYTES, frame.length - Integer.BYTES);
        RequestHeader header = RequestHeader.parseDelimitedFrom(in);
        MultiRequest request = MultiRequest.parseDelimitedFrom(in);
        assertThat(header.getCellBlockMeta().getLength()).isEqualTo(in.available());
        Codec.Decoder cells = new KeyValueCodec().getDecoder(in);
        List<Integer> servers = new ArrayList<>();
        for (RegionAction action : request.getRegionActionList()) {
            for (int i = 0; i < action.getActionCount(); i++) {
                assertThat(cells.advance()).isTrue();
                Cell cell = cells.current();
                byte[] row = CellUtil.cloneRow(cell);
                assertThat(CellUtil.cloneValue(cell)).isEqualTo(GroupingEngine.value());
                int region = map.find(row, 0, row.length);
                assertThat(action.getRegion().getValue().toByteArray()).isEqualTo(shape.regionName(region));
                servers.add(shape.server(region));
                sent.add(new String(row, US_ASCII));
            }
        }
        assertThat(cells.advance()).isFalse();
        assertThat(servers).containsOnly(servers.get(0));
    }

    private static RegionMap map(TableShape shape) {
        CachingRegionLocator locator = new CachingRegionLocator(new SplitTable(shape));
        assertThat(locator.preload(SplitTable.TABLE)).isCompletedWithValue(shape.regions());
        return locator.regions(SplitTable.TABLE);
    }
}
