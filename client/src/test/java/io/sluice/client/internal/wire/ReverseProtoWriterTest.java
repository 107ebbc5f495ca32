package io.sluice.client.internal.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReverseProtoWriterTest {
    private final ReverseProtoWriter writer = new ReverseProtoWriter(new byte[100]);

    @Test
    void numbers_areThoseOfProtobuf() throws IOException {
        for (int bit = 0; bit < 64; bit++) {
            for (long value : new long[] {1L << bit, (1L << bit) - 1, -(1L << bit)}) {
                ByteArrayOutputStream theirs = new ByteArrayOutputStream();
                CodedOutputStream out = CodedOutputStream.newInstance(theirs);
                out.writeUInt64(15, value);
                out.writeUInt64NoTag(value);
                out.flush();

                ReverseProtoWriter fields = new ReverseProtoWriter(new byte[0]);
                fields.varint(value);
                fields.number(15, value);

                assertThat(written(fields)).isEqualTo(theirs.toByteArray());
            }
        }
    }

    @Test
    void int32_hasTheHighestByteFirst() {
        writer.int32(0x81020384);

        assertThat(written(writer)).containsExactly(0x81, 2, 3, 0x84);
    }

    @Test
    void theFieldWrittenLast_isTheFirst() throws IOException {
        ByteArrayOutputStream theirs = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(theirs);
        out.writeByteArray(1, new byte[] {1, 2, 3});
        out.writeString(2, "method");
        out.writeRawBytes(new byte[] {7, 8});
        out.flush();

        writer.raw(new byte[] {6, 7, 8, 9}, 1, 2);
        writer.string(2, "method");
        writer.bytes(1, new byte[] {1, 2, 3});

        assertThat(written(writer)).isEqualTo(theirs.toByteArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_rr_", "größer", "ä", "äb", "bä", "a\ud800b", "\udc00", "\ud83d\ude00", "ä\ud800"})
    void strings_haveTheBytesThatJavaGivesThem(String value) {
        writer.varint(3);
        writer.string(1, value);

        byte[] utf8 = value.getBytes(UTF_8);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.write(1 << 3 | 2);
        expected.write(utf8.length);
        expected.writeBytes(utf8);
        expected.write(3);
        assertThat(written(writer)).isEqualTo(expected.toByteArray());
    }

    /** The length of the outer message needs two bytes, and its field is followed by others. */
    @Test
    void nestedMessages_haveTheLengthsOfTheirBytes() throws IOException {
        Map<String, byte[]> pairs = new LinkedHashMap<>();
        pairs.put("long", new byte[200]);
        pairs.put("", new byte[0]);
        int end = writer.size();
        writer.number(1, 7);
        writer.pairs(8, pairs);
        int header = writer.size();
        writer.bytes(2, new byte[] {5});
        writer.delimiter(3, end);
        writer.number(1, 9);

        byte[] inner = new byte[header - end];
        byte[] all = written(writer);
        System.arraycopy(all, all.length - inner.length, inner, 0, inner.length);
        RequestHeader parsed = RequestHeader.parseFrom(inner);
        assertThat(parsed.getCallId()).isEqualTo(7);
        assertThat(parsed.getAttributeList())
                .containsExactlyInAnyOrder(pair("long", new byte[200]), pair("", new byte[0]));
        int fieldBytes = inner.length + 3;
        assertThat(all).hasSize(2 + 1 + 2 + fieldBytes);
        assertThat(all).startsWith(1 << 3, 9, 3 << 3 | 2, fieldBytes & 0x7f | 0x80, fieldBytes >> 7, 2 << 3 | 2, 1, 5);
    }

    /** From each size of the first array on, so that every method meets the end of the array at every byte. */
    @Test
    void theArrayGrows_atAnyByte() {
        byte[] enough = message(new ReverseProtoWriter(new byte[500]));
        for (int length = 0; length <= enough.length + 12; length++) {
            assertThat(message(new ReverseProtoWriter(new byte[length])))
                    .as("from an array of %d", length)
                    .isEqualTo(enough);
        }
    }

    @Test
    void theArray_isTheGivenOne_unlessItIsTooShort() {
        byte[] given = new byte[64];
        ReverseProtoWriter short1 = new ReverseProtoWriter(given);
        short1.bytes(1, new byte[40]);
        assertThat(short1.array()).isSameAs(given);

        short1.bytes(1, new byte[40]);
        assertThat(short1.array()).isNotSameAs(given).hasSize(128);
        assertThat(short1.size()).isEqualTo(84);
    }

    private static byte[] message(ReverseProtoWriter out) {
        for (int i = 0; i < 3; i++) {
            int before = out.size();
            out.varint(-1);
            out.number(15, 300);
            out.raw(new byte[] {1, 2, 3}, 0, 3);
            out.string(2, "name");
            out.string(3, "größe");
            out.pairs(4, Map.of("key", new byte[30]));
            out.bytes(5, new byte[] {8, 9});
            out.delimiter(6, before);
            out.int32(0x01020304);
        }
        return written(out);
    }

    private static byte[] written(ReverseProtoWriter out) {
        ByteBuf copy = Unpooled.buffer();
        out.copyTo(copy);
        byte[] bytes = new byte[copy.readableBytes()];
        copy.readBytes(bytes);
        assertThat(out.size()).isEqualTo(bytes.length);
        return bytes;
    }

    private static NameBytesPair pair(String name, byte[] value) {
        return NameBytesPair.newBuilder()
                .setName(name)
                .setValue(ByteString.copyFrom(value))
                .build();
    }
}
