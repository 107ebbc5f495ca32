package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.sluice.RemoteException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.CellBlockMeta;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.ExceptionResponse;
import org.junit.jupiter.api.Test;

class SmallMessagesTest {
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true);

    @Test
    void connectionHeader_startsWithTheBytesThatAServerAccepted() throws IOException {
        ConnectionHeader.User user = new ConnectionHeader.User("u", null);
        byte[] frame = take(Unpooled.wrappedBuffer(
                ConnectionHeader.preamble(ALLOCATOR, ConnectionHeader.Authentication.SIMPLE),
                ConnectionHeader.encode(ALLOCATOR, user, ConnectionHeader.CLIENT_SERVICE, Map.of())));

        String golden = "0a030a0175120d436c69656e74536572766963651a2b"
                + "6f72672e6170616368652e6861646f6f702e68626173652e636f6465632e4b657956616c7565436f646563";
        String hex = ByteBufUtil.hexDump(frame);
        assertThat(hex).startsWith("484261730050").contains(golden);
        assertThat(hex.indexOf(golden)).isEqualTo(2 * (6 + 4));
        byte[] message = ConnectionHeader.message(user, ConnectionHeader.CLIENT_SERVICE, Map.of());
        assertThat(Unpooled.wrappedBuffer(frame).getInt(6))
                .isEqualTo(message.length)
                .isEqualTo(frame.length - 10);
        RPCProtos.ConnectionHeader header = RPCProtos.ConnectionHeader.parseFrom(message);
        assertThat(header.getUserInfo().getEffectiveUser()).isEqualTo("u");
        assertThat(header.getServiceName()).isEqualTo("ClientService");
        assertThat(header.getCellBlockCodecClass())
                .isEqualTo(org.apache.hadoop.hbase.codec.KeyValueCodec.class.getName());
        assertThat(header.getVersionInfo().getVersionMajor()).isEqualTo(2);
        assertThat(header.getVersionInfo().getVersionMinor()).isEqualTo(6);
        assertThat(header.getAttributeCount()).isZero();
        assertThat(header.getUnknownFields().asMap()).isEmpty();
    }

    @Test
    void connectionHeader_attributes_areReadByHBase() throws IOException {
        byte[] long1 = new byte[300];
        long1[299] = 7;
        Map<String, byte[]> attributes = Map.of("team", new byte[] {1, 2}, "empty", new byte[0], "größe", long1);

        RPCProtos.ConnectionHeader header = RPCProtos.ConnectionHeader.parseFrom(
                ConnectionHeader.message(null, ConnectionHeader.CLIENT_SERVICE, attributes));

        assertThat(header.getUnknownFields().asMap()).isEmpty();
        assertThat(header.getAttributeList()).hasSize(3);
        header.getAttributeList()
                .forEach(pair -> assertThat(pair.getValue().toByteArray()).isEqualTo(attributes.get(pair.getName())));
    }

    @Test
    void requestWithoutCells_isReadByHBase() throws IOException {
        byte[] param = {8, 1};

        byte[] frame = take(RequestEncoder.encode("Scan", param, Integer.MAX_VALUE, 5, ALLOCATOR));

        ByteArrayInputStream in = new ByteArrayInputStream(frame, 4, frame.length - 4);
        RPCProtos.RequestHeader header = RPCProtos.RequestHeader.parseDelimitedFrom(in);
        assertThat(header.getCallId()).isEqualTo(Integer.MAX_VALUE);
        assertThat(header.getMethodName()).isEqualTo("Scan");
        assertThat(header.getRequestParam()).isTrue();
        assertThat(header.hasPriority()).isFalse();
        assertThat(header.getTimeout()).isEqualTo(5);
        assertThat(header.hasCellBlockMeta()).isFalse();
        assertThat(in.readAllBytes()).containsExactly(2, 8, 1);
    }

    @Test
    void requestWithoutFields_stillHasALengthOfZero() throws IOException {
        byte[] frame = take(RequestEncoder.encode("GetMasters", new byte[0], 1, 5, ALLOCATOR));

        ByteArrayInputStream in = new ByteArrayInputStream(frame, 4, frame.length - 4);
        assertThat(RPCProtos.RequestHeader.parseDelimitedFrom(in).hasPriority()).isFalse();
        assertThat(in.readAllBytes()).containsExactly(0);
    }

    @Test
    void answerWithMessageAndCells_isTakenApart() throws IOException {
        MutateResponse message = MutateResponse.newBuilder().setProcessed(true).build();

        ResponseFrame frame = ResponseFrame.read(Unpooled.wrappedBuffer(answer(5, message, new byte[] {1, 2, 3})));

        assertThat(frame.callId()).isEqualTo(5);
        assertThat(frame.error()).isNull();
        assertThat(frame.isFatal()).isFalse();
        assertThat(frame.message()).isEqualTo(message.toByteArray());
        assertThat(frame.cells()).containsExactly(1, 2, 3);
    }

    @Test
    void answersOfAnyLength_oneAfterTheOther_areReadWhole() throws IOException {
        MutateResponse message = MutateResponse.newBuilder().setProcessed(true).build();
        Random random = new Random(5);
        for (int length : new int[] {100, 300_000, 3, 250_000, 0}) {
            byte[] cells = new byte[length];
            random.nextBytes(cells);
            ByteBuf in = Unpooled.directBuffer().writeZero(7).writeBytes(answer(6, message, cells));
            in.skipBytes(7);

            ResponseFrame frame = ResponseFrame.read(in);

            assertThat(in.readerIndex()).isEqualTo(7);
            in.release();
            assertThat(frame.callId()).isEqualTo(6);
            assertThat(frame.message()).isEqualTo(message.toByteArray());
            assertThat(frame.cells()).isEqualTo(cells);
            ProtoReader reader = frame.messageReader();
            assertThat(reader.next()).isEqualTo(MutateResponse.PROCESSED_FIELD_NUMBER);
            assertThat(reader.bool()).isTrue();
            assertThat(reader.next()).isZero();
        }
    }

    @Test
    void cellsOfAnotherLength_areMalformed() throws IOException {
        for (int announced : new int[] {0, 2, 4, -1}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            header(5)
                    .setCellBlockMeta(CellBlockMeta.newBuilder().setLength(announced))
                    .build()
                    .writeDelimitedTo(out);
            MutateResponse.getDefaultInstance().writeDelimitedTo(out);
            out.writeBytes(new byte[] {1, 2, 3});

            assertThatThrownBy(() -> ResponseFrame.read(Unpooled.wrappedBuffer(out.toByteArray())))
                    .isInstanceOf(MalformedMessageException.class)
                    .hasMessageContaining("3 bytes behind the message");
        }
    }

    @Test
    void failedCall_keepsTheFirstLineOnly() throws IOException {
        ResponseFrame frame = failed(5, "com.acme.Oops", "com.acme.Oops: what\n\tat com.acme.Main\n");

        assertThat(frame.error()).isExactlyInstanceOf(RemoteException.class).hasMessage("com.acme.Oops: what");
        assertThat(frame.isFatal()).isFalse();
    }

    @Test
    void failureOfTheConnection_isFatal() throws IOException {
        assertThat(failed(-1, "org.apache.hadoop.hbase.security.AccessDeniedException", "no")
                        .isFatal())
                .isTrue();
        assertThat(failed(3, "org.apache.hadoop.hbase.ipc.UnknownServiceException", "no")
                        .isFatal())
                .isTrue();
    }

    @Test
    void answerWithoutCallId_isMalformed() {
        assertThatThrownBy(() -> ResponseFrame.read(Unpooled.wrappedBuffer(new byte[] {0})))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("no call id");
        assertThatThrownBy(() -> ResponseFrame.read(Unpooled.EMPTY_BUFFER))
                .isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void writtenMessage_isReadBack() throws IOException {
        byte[] message = new ProtoWriter()
                .varint(1, -1)
                .bool(2, true)
                .bytes(3, new byte[] {9})
                .string(1000, "ä")
                .message(5, new ProtoWriter().varint(1, 300))
                .toByteArray();

        ProtoReader reader = new ProtoReader(message);

        assertThat(reader.next()).isEqualTo(1);
        assertThat(reader.varint()).isEqualTo(-1);
        assertThat(reader.next()).isEqualTo(2);
        assertThat(reader.bool()).isTrue();
        assertThat(reader.next()).isEqualTo(3);
        reader.skip();
        assertThat(reader.next()).isEqualTo(1000);
        reader.skip();
        assertThat(reader.next()).isEqualTo(5);
        ProtoReader inner = reader.message();
        assertThat(inner.next()).isEqualTo(1);
        assertThat(inner.varint()).isEqualTo(300);
        assertThat(inner.next()).isZero();
        assertThat(reader.next()).isZero();
        ProtoReader byNumber = new ProtoReader(message);
        assertThat(byNumber.bytes(3)).containsExactly(9);
        assertThat(byNumber.string(1000)).isEqualTo("ä");
    }

    private static byte[] answer(int callId, MutateResponse message, byte[] cells) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        header(callId)
                .setCellBlockMeta(CellBlockMeta.newBuilder().setLength(cells.length))
                .build()
                .writeDelimitedTo(out);
        message.writeDelimitedTo(out);
        out.writeBytes(cells);
        return out.toByteArray();
    }

    private static ResponseFrame failed(int callId, String className, String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        header(callId)
                .setException(ExceptionResponse.newBuilder()
                        .setExceptionClassName(className)
                        .setStackTrace(text)
                        .setHostname("h")
                        .setPort(3))
                .build()
                .writeDelimitedTo(out);
        return ResponseFrame.read(Unpooled.wrappedBuffer(out.toByteArray()));
    }

    private static RPCProtos.ResponseHeader.Builder header(int callId) {
        return RPCProtos.ResponseHeader.newBuilder().setCallId(callId);
    }

    private static byte[] take(ByteBuf buffer) {
        byte[] bytes = ByteBufUtil.getBytes(buffer);
        buffer.release();
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).isNotEmpty();
        return bytes;
    }
}
