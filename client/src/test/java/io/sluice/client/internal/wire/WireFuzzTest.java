package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.sluice.Put;
import io.sluice.internal.batch.BatchFixture;
import io.sluice.internal.batch.ServerBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRegionLoadStats;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionLoadStats;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Result;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.CellBlockMeta;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.ExceptionResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.ResponseHeader;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Frames and answers that are damaged by chance; see {@link Fuzzer}. */
@Tag(Fuzzer.LONG_FORM)
class WireFuzzTest {
    private static final int MUTATIONS = 40;
    private static final int MAX_FRAME = 1 << 20;

    private static NameBytesPair exception(String name) {
        return NameBytesPair.newBuilder()
                .setName("org.apache.hadoop.hbase." + name)
                .setValue(ByteString.copyFromUtf8(
                        "org.apache.hadoop.hbase." + name + ": some text - wait 1sec, 0ms\n\tat x.Y.z(Y.java:1)"))
                .build();
    }

    /** Answers to a request of one region with {@link #MUTATIONS} mutations. */
    private static List<MultiResponse> answers() {
        RegionActionResult.Builder fine = RegionActionResult.newBuilder();
        RegionActionResult.Builder mixed = RegionActionResult.newBuilder();
        for (int i = 0; i < MUTATIONS; i++) {
            fine.addResultOrException(
                    ResultOrException.newBuilder().setIndex(i).setResult(Result.getDefaultInstance()));
            ResultOrException.Builder one = ResultOrException.newBuilder().setIndex(i);
            mixed.addResultOrException(i % 3 == 0 ? one.setException(exception("RegionTooBusyException")) : one);
        }
        MultiRegionLoadStats load = MultiRegionLoadStats.newBuilder()
                .addStat(RegionLoadStats.newBuilder().setMemStoreLoad(3))
                .build();
        return List.of(
                MultiResponse.newBuilder().addRegionActionResult(fine).build(),
                MultiResponse.newBuilder()
                        .addRegionActionResult(mixed)
                        .setRegionStatistics(load)
                        .build(),
                MultiResponse.newBuilder()
                        .addRegionActionResult(RegionActionResult.newBuilder()
                                .setException(exception("exceptions.RegionMovedException")))
                        .build(),
                MultiResponse.newBuilder()
                        .addRegionActionResult(RegionActionResult.newBuilder()
                                .setException(exception("quotas.RpcThrottlingException")))
                        .build());
    }

    /** Behind the length of the frame. */
    private static byte[] frame(ResponseHeader header, MultiResponse answer) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        header.writeDelimitedTo(out);
        answer.writeDelimitedTo(out);
        return out.toByteArray();
    }

    private static List<byte[]> frames() throws IOException {
        List<byte[]> frames = new ArrayList<>();
        for (MultiResponse answer : answers()) {
            frames.add(
                    frame(ResponseHeader.newBuilder().setCallId(frames.size()).build(), answer));
        }
        ByteArrayOutputStream cells = new ByteArrayOutputStream();
        cells.write(frame(
                ResponseHeader.newBuilder()
                        .setCallId(9)
                        .setCellBlockMeta(CellBlockMeta.newBuilder().setLength(5))
                        .build(),
                answers().get(0)));
        cells.write(new byte[5]);
        frames.add(cells.toByteArray());
        ByteArrayOutputStream failed = new ByteArrayOutputStream();
        ResponseHeader.newBuilder()
                .setCallId(7)
                .setException(ExceptionResponse.newBuilder()
                        .setExceptionClassName("org.apache.hadoop.hbase.CallQueueTooBigException")
                        .setStackTrace("org.apache.hadoop.hbase.CallQueueTooBigException: full\n\tat x")
                        .setServerOverloaded(true))
                .build()
                .writeDelimitedTo(failed);
        frames.add(failed.toByteArray());
        return frames;
    }

    @Test
    void multiResponses_damaged_areReadOrRefused() throws Exception {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < MUTATIONS; i++) {
            puts.add(new Put(new byte[] {(byte) i}).addColumn(new byte[] {'f'}, new byte[] {'q'}, new byte[1]));
        }
        ServerBatch request = BatchFixture.request(puts);
        MultiResponseParser parser = new MultiResponseParser();
        List<byte[]> corpus = answers().stream().map(MultiResponse::toByteArray).toList();
        Fuzzer.Report report = Fuzzer.run("MultiResponseParser", corpus, input -> {
            var result = parser.parse(new ProtoReader(input), request);
            for (int i = 0; i < MUTATIONS; i++) {
                var unused = result.error(i);
            }
        });
        assertThat(report.inputs()).isEqualTo(Fuzzer.inputs());
    }

    @Test
    void responseFrames_damaged_areReadOrRefused() throws Exception {
        Fuzzer.Report report = Fuzzer.run("ResponseFrame", frames(), input -> {
            ResponseFrame response = ResponseFrame.read(Unpooled.wrappedBuffer(input));
            var unusedError = response.error();
            boolean unusedFatal = response.isFatal();
            if (response.message().length + response.cells().length > input.length) {
                throw new IllegalStateException("more than there was");
            }
        });
        assertThat(report.inputs()).isEqualTo(Fuzzer.inputs());
    }

    @Test
    void protoFields_damaged_areReadOrRefused() throws Exception {
        Fuzzer.Report report = Fuzzer.run(
                "ProtoReader",
                answers().stream().map(MultiResponse::toByteArray).toList(),
                input -> walk(new ProtoReader(input)));
        assertThat(report.inputs()).isEqualTo(Fuzzer.inputs());
    }

    /** Follows fields 1 and 2 of a {@code MultiResponse} down, and skips the rest. */
    private static void walk(ProtoReader reader) throws IOException {
        for (int field = reader.next(); field != 0; field = reader.next()) {
            if (field <= 2) {
                ProtoReader inner = reader.message();
                for (int below = inner.next(); below != 0; below = inner.next()) {
                    inner.skip();
                }
            } else {
                reader.skip();
            }
        }
    }

    @Test
    void streams_damaged_areCutIntoFramesOrEnd() throws Exception {
        List<byte[]> streams = new ArrayList<>();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] frame : frames()) {
            byte[] sent = ByteBuffer.allocate(Integer.BYTES + frame.length)
                    .putInt(frame.length)
                    .put(frame)
                    .array();
            streams.add(sent);
            all.write(sent);
        }
        streams.add(all.toByteArray());
        Fuzzer.Report report = Fuzzer.run("FrameDecoder", streams, WireFuzzTest::decode);
        assertThat(report.inputs()).isEqualTo(Fuzzer.inputs());
    }

    private static void decode(byte[] stream) throws IOException {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(MAX_FRAME));
        int framed = 0;
        try {
            // In pieces, as a socket gives it.
            for (int from = 0; from < stream.length; from += 100) {
                byte[] piece = Arrays.copyOfRange(stream, from, Math.min(stream.length, from + 100));
                channel.writeInbound(Unpooled.wrappedBuffer(piece));
            }
        } catch (Exception e) {
            if (e instanceof MalformedMessageException malformed) {
                throw malformed;
            }
            if (e instanceof DecoderException && e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } finally {
            for (ByteBuf frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
                framed += Integer.BYTES + frame.readableBytes();
                frame.release();
            }
            boolean unused = channel.finishAndReleaseAll();
        }
        if (framed > stream.length) {
            throw new IllegalStateException("more than there was");
        }
    }
}
