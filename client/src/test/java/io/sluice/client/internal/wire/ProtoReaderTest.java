package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProtoReaderTest {

    static LongStream seeds() {
        return LongStream.range(1, 51);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void anyBytes_endInAResultOrMalformed(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            try {
                readAll(new ProtoReader(bytes), random);
            } catch (MalformedMessageException e) {
                assertThat(e).hasMessageStartingWith("Malformed message: ");
            }
        }
    }

    private static void readAll(ProtoReader reader, Random random) throws MalformedMessageException {
        int fields = 0;
        while (reader.next() != 0) {
            assertThat(++fields).isLessThanOrEqualTo(60);
            int number = 1 + random.nextInt(15);
            switch (random.nextInt(9)) {
                case 0 -> reader.varint();
                case 1 -> reader.bool();
                case 2 -> readByNumber(reader, number);
                case 3 -> readAll(reader.message(), random);
                case 4 -> {
                    int outer = reader.enter();
                    readAll(reader, random);
                    reader.leave(outer);
                }
                default -> reader.skip();
            }
        }
    }

    /** Reads from between two fields, or from a value: each is a beginning for what is damaged. */
    private static void readByNumber(ProtoReader reader, int number) throws MalformedMessageException {
        int before = reader.remaining();
        assertThat(reader.firstLine(number).length()).isLessThanOrEqualTo(before);
        assertThat(reader.string(number).length()).isLessThanOrEqualTo(before);
        assertThat(reader.messages(number)).hasSizeLessThanOrEqualTo(before);
        assertThat(reader.remaining()).isEqualTo(before);
        reader.skip();
    }

    @Test
    void fieldsByNumber_areFoundWhereverTheyStand_theLastOneCounts() throws MalformedMessageException {
        ProtoReader reader = new ProtoReader(new ProtoWriter()
                .string(3, "one\r\nmore")
                .varint(1, 7)
                .message(2, new ProtoWriter().varint(1, 300))
                .message(2, new ProtoWriter().varint(1, 301))
                .varint(1, -8)
                .toByteArray());

        assertThat(reader.varint(1, 0)).isEqualTo(-8);
        assertThat(reader.string(3)).isEqualTo("one\r\nmore");
        assertThat(reader.firstLine(3)).isEqualTo("one");
        assertThat(reader.message(2).varint(1, 0)).isEqualTo(301);
        assertThat(reader.messages(2)).hasSize(2);
        assertThat(reader.messages(2).get(0).varint(1, 0)).isEqualTo(300);
        assertThat(reader.has(2)).isTrue();
    }

    @Test
    void fieldsByNumber_absent_areEmpty() throws MalformedMessageException {
        ProtoReader reader = new ProtoReader(new ProtoWriter().varint(1, 7).toByteArray());

        assertThat(reader.has(2)).isFalse();
        assertThat(reader.varint(2, 5)).isEqualTo(5);
        assertThat(reader.bool(2, true)).isTrue();
        assertThat(reader.bytes(2)).isEmpty();
        assertThat(reader.string(2)).isEmpty();
        assertThat(reader.messages(2)).isEmpty();
        assertThat(reader.message(2).message(3).has(1)).isFalse();
    }

    @Test
    void fieldByNumber_ofAnotherType_isMalformed() {
        ProtoReader reader = new ProtoReader(new ProtoWriter().varint(1, 7).toByteArray());

        assertThatThrownBy(() -> reader.message(1))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("wire type 0 of field 1 where 2 is expected");
    }

    @Test
    void fieldsOfEveryType_areSkipped() throws MalformedMessageException {
        // varint, fixed64, delimited, a group with a group in it, fixed32; then a varint to be read
        byte[] message = {
            0x08, 0x01, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x1a, 2, 9, 9, 0x23, 0x08, 1, 0x2b, 0x2c, 0x24, 0x35, 1, 2, 3, 4,
            0x38, 42
        };
        ProtoReader reader = new ProtoReader(message);

        for (int field : new int[] {1, 2, 3, 4, 6}) {
            assertThat(reader.next()).isEqualTo(field);
            reader.skip();
        }

        assertThat(reader.next()).isEqualTo(7);
        assertThat(reader.varint()).isEqualTo(42);
        assertThat(reader.next()).isZero();
    }

    @Test
    void lengthBeyondTheEnd_isMalformed() throws MalformedMessageException {
        ProtoReader huge = new ProtoReader(new byte[] {0x0a, -1, -1, -1, -1, 7, 1});
        huge.next();
        assertThatThrownBy(huge::message)
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("length 2147483647 where 1 bytes are left");
        ProtoReader negative = new ProtoReader(new byte[] {0x0a, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
        negative.next();
        assertThatThrownBy(negative::skip)
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("length -1");
    }

    @Test
    void endlessNumber_isMalformed() {
        byte[] bytes = new byte[20];
        Arrays.fill(bytes, (byte) 0x80);

        assertThatThrownBy(() -> new ProtoReader(bytes).next())
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("more than ten bytes");
    }

    @Test
    void deepNesting_isMalformed() throws MalformedMessageException {
        byte[] groups = new byte[100_000];
        Arrays.fill(groups, (byte) 0x0b);
        ProtoReader reader = new ProtoReader(groups);
        reader.next();

        assertThatThrownBy(reader::skip)
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("nested deeper");
    }

    @Test
    void wrongType_isMalformed() throws MalformedMessageException {
        ProtoReader reader = new ProtoReader(new byte[] {0x08, 1});
        reader.next();

        assertThatThrownBy(reader::message)
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("wire type 0 of field 1 where 2 is expected");
    }

    @Test
    void sizesOfNumbers_areThoseOfProtobuf() {
        for (int bit = 0; bit < 64; bit++) {
            for (long value : new long[] {1L << bit, (1L << bit) - 1, -(1L << bit)}) {
                assertThat(ProtoWriter.size(value)).isEqualTo(CodedOutputStream.computeUInt64SizeNoTag(value));
            }
        }
    }
}
