package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameDecoderTest {
    private static final int MAX = 1000;

    static LongStream seeds() {
        return LongStream.range(1, 51);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void framesInAnyPieces_comeOutWhole(long seed) {
        Random random = new Random(seed);
        ByteBuf all = Unpooled.buffer();
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            byte[] frame = new byte[random.nextInt(MAX + 1)];
            random.nextBytes(frame);
            frames.add(frame);
            all.writeInt(frame.length).writeBytes(frame);
        }
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(MAX));

        while (all.isReadable()) {
            channel.writeInbound(all.readBytes(Math.min(all.readableBytes(), 1 + random.nextInt(700))));
        }

        for (byte[] frame : frames) {
            ByteBuf read = channel.readInbound();
            assertThat(ByteBufUtil.getBytes(read)).isEqualTo(frame);
            read.release();
        }
        assertThat(channel.finish()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, MAX + 1, 1 << 30, Integer.MAX_VALUE})
    void lengthThatCannotBe_closesTheConnection(int length) {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(MAX));

        assertThatThrownBy(() -> channel.writeInbound(Unpooled.buffer()
                        .writeInt(length)
                        .writeZero(50)
                        .writeInt(1)
                        .writeByte(1)))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessage("Malformed frame: length " + length + " is not in 0..1000");

        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.inboundMessages()).isEmpty();
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void anyBytes_giveFramesOrMalformed(long seed) {
        Random random = new Random(seed);
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(MAX));
        try {
            for (int i = 0; i < 100 && channel.isOpen(); i++) {
                byte[] bytes = new byte[1 + random.nextInt(20)];
                random.nextBytes(bytes);
                bytes[0] = 0;
                channel.writeInbound(Unpooled.wrappedBuffer(bytes));
            }
        } catch (Exception e) {
            assertThat(e).isInstanceOf(MalformedMessageException.class);
            assertThat(channel.isOpen()).isFalse();
        }
        channel.finishAndReleaseAll();
    }

    @Test
    void announcedLength_takesNoMemory() {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(Integer.MAX_VALUE));

        ByteBuf start = channel.alloc().buffer(16).writeInt(1 << 30).writeByte(1);
        channel.writeInbound(start);

        assertThat(start.capacity()).isLessThan(1024);
        assertThat(start.refCnt()).isEqualTo(1);
        channel.finishAndReleaseAll();
        assertThat(start.refCnt()).isZero();
    }
}
