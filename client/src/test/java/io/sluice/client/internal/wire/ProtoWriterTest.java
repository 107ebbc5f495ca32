package io.sluice.client.internal.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtoWriterTest {
    private final byte[] array = new byte[100];
    private final ProtoWriter writer = new ProtoWriter(array);

    @Test
    void numbers_areThoseOfProtobuf() throws IOException {
        for (int bit = 0; bit < 64; bit++) {
            for (long value : new long[] {1L << bit, (1L << bit) - 1, -(1L << bit)}) {
                byte[] theirs = new byte[array.length];
                CodedOutputStream out = CodedOutputStream.newInstance(theirs);
                out.writeUInt64(15, value);
                out.writeUInt32NoTag((int) value);

                ProtoWriter fields = new ProtoWriter(array);
                fields.number(15, value);
                assertThat(fields.position()).isEqualTo(ProtoWriter.fieldSize(value));
                fields.varint((int) value);

                assertThat(fields.position()).isEqualTo(out.getTotalBytesWritten());
                assertThat(Arrays.copyOf(array, fields.position()))
                        .isEqualTo(Arrays.copyOf(theirs, out.getTotalBytesWritten()));
            }
        }
    }

    @Test
    void bytesAndStrings_areThoseOfProtobuf() throws IOException {
        byte[] theirs = new byte[array.length];
        CodedOutputStream out = CodedOutputStream.newInstance(theirs);
        out.writeByteArray(1, new byte[] {1, 2, 3});
        out.writeString(2, "größer");
        out.writeRawBytes(new byte[] {7, 8});

        writer.bytes(1, new byte[] {1, 2, 3});
        writer.string(2, "größer", "größer".getBytes(UTF_8).length);
        writer.raw(new byte[] {6, 7, 8, 9}, 1, 2);

        assertThat(writer.position()).isEqualTo(out.getTotalBytesWritten());
        assertThat(array).isEqualTo(theirs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_rr_", "a\ud800b", "\udc00", "\ud83d\ude00", "ä\ud800"})
    void strings_haveTheBytesThatJavaGivesThem(String value) {
        writer.string(1, value, ByteBufUtil.utf8Bytes(value));

        byte[] bytes = value.getBytes(UTF_8);
        assertThat(Arrays.copyOfRange(array, 2, writer.position())).isEqualTo(bytes);
        assertThat(array[1]).isEqualTo((byte) bytes.length);
    }

    @Test
    void int32_hasTheHighestByteFirst() {
        writer.int32(0x81020384);

        assertThat(Arrays.copyOf(array, writer.position())).containsExactly(0x81, 2, 3, 0x84);
    }

    @Test
    void behindTheEnd_nothingIsWritten() {
        writer.raw(new byte[99], 0, 99);

        assertThatThrownBy(() -> writer.varint(128)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
