package io.sluice.client.internal.meta;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.TableName;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.wire.Fuzzer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers of {@code hbase:meta} that are damaged by chance; see {@link Fuzzer}. */
@Tag(Fuzzer.LONG_FORM)
class MetaFuzzTest {
    private static final TableName TABLE = TableName.valueOf("ns:t");
    private static final ServerName SERVER = ServerName.valueOf("rs1.example.org", 16020, 1_700_000_000_123L);

    private static List<Cell> cells(String... edges) throws Exception {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < edges.length - 1; i++) {
            cells.addAll(FakeMeta.cells(
                    RegionInfoBuilder.newBuilder(org.apache.hadoop.hbase.TableName.valueOf("ns:t"))
                            .setStartKey(Bytes.toBytes(edges[i]))
                            .setEndKey(Bytes.toBytes(edges[i + 1]))
                            .setRegionId(1_700_000_000_000L)
                            .build(),
                    SERVER,
                    42));
        }
        return cells;
    }

    /** Length of the message, message, cells: one array, so that all of it is damaged. */
    private static byte[] joined(byte[] message, byte[] cells) {
        return ByteBuffer.allocate(1 + message.length + cells.length)
                .put((byte) message.length)
                .put(message)
                .put(cells)
                .array();
    }

    private static RpcConnection.Answer split(byte[] input) {
        int length = input.length == 0 ? 0 : Math.min(input[0] & 0x7F, input.length - 1);
        byte[] message = new byte[length];
        byte[] cells = new byte[Math.max(0, input.length - 1 - length)];
        System.arraycopy(input, Math.min(1, input.length), message, 0, length);
        System.arraycopy(input, input.length - cells.length, cells, 0, cells.length);
        return new RpcConnection.Answer(message, cells);
    }

    @Test
    void scanAnswers_damaged_areReadOrRefused() throws Exception {
        List<byte[]> corpus = new ArrayList<>();
        for (String[] edges : List.of(new String[] {"", ""}, new String[] {"", "g", "p", ""})) {
            List<Cell> cells = cells(edges);
            ScanResponse.Builder answer =
                    ScanResponse.newBuilder().setScannerId(77).setMoreResults(true);
            int perRow = cells.size() / (edges.length - 1);
            for (int i = 0; i < edges.length - 1; i++) {
                answer.addCellsPerResult(perRow);
            }
            corpus.add(joined(answer.build().toByteArray(), FakeMeta.encode(cells)));
        }
        RpcConnection.Answer end = new RpcConnection.Answer(
                ScanResponse.newBuilder().setMoreResults(false).build().toByteArray(), new byte[0]);
        Fuzzer.Report report = Fuzzer.run("MetaScan", corpus, input -> {
            Deque<RpcConnection.Answer> answers = new ArrayDeque<>(List.of(split(input), end));
            CompletableFuture<MetaScan> scan = new MetaScan(MetaMessages.Range.all(TABLE, 10))
                    .run((method, param) -> CompletableFuture.completedFuture(answers.remove()));
            assertThat(scan).isDone();
            try {
                assertThat(scan.join().locations()).isNotNull();
            } catch (CompletionException e) {
                throw (IOException) Objects.requireNonNull(e.getCause());
            }
        });
        assertThat(report.inputs()).isEqualTo(Fuzzer.inputs());
    }

    @Test
    void tableStates_damaged_areReadOrRefused() throws Exception {
        List<byte[]> corpus = new ArrayList<>();
        for (byte state = 0; state < 4; state++) {
            Cell cell = new KeyValue(
                    Bytes.toBytes("ns:t"), Bytes.toBytes("table"), Bytes.toBytes("state"), 1, new byte[] {8, state});
            corpus.add(joined(new byte[0], FakeMeta.encode(List.of(cell))));
        }
        Fuzzer.Report report = Fuzzer.run("TableState", corpus, input -> {
            var unused = MetaMessages.state(split(input));
        });
        assertThat(report.inputs()).isEqualTo(Fuzzer.inputs());
    }
}
