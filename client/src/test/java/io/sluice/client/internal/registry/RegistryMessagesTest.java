package io.sluice.client.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.client.internal.wire.MalformedMessageException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.zookeeper.ZKMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RegistryMessagesTest {
    private static final byte[] MESSAGE = {10, 2, 'i', 'd'};
    private static final byte[] FRAMED =
            ZKMetadata.appendMetaData(Bytes.toBytes("master:1"), ProtobufUtil.prependPBMagic(MESSAGE));

    @Test
    void unframe_withAndWithoutId_isTheMessage() throws IOException {
        assertThat(RegistryMessages.unframe("/x", FRAMED)).isEqualTo(MESSAGE);
        assertThat(RegistryMessages.unframe("/x", ProtobufUtil.prependPBMagic(MESSAGE)))
                .isEqualTo(MESSAGE);
    }

    @Test
    void unframe_cutOff_isMalformed() {
        int headBytes = FRAMED.length - MESSAGE.length;
        for (int length = 0; length < headBytes; length++) {
            byte[] cut = Arrays.copyOf(FRAMED, length);
            assertThatExceptionOfType(MalformedMessageException.class)
                    .isThrownBy(() -> RegistryMessages.unframe("/x", cut))
                    .withMessageContaining("/x");
        }
    }

    @ParameterizedTest(name = "seed={0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void read_randomBytes_isAnIOExceptionOrAnAnswer(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            byte[] framed = Arrays.copyOf(FRAMED, FRAMED.length);
            framed[random.nextInt(framed.length)] = (byte) random.nextInt();
            for (Reading reading : new Reading[] {
                () -> RegistryMessages.metaRegionServer(bytes),
                () -> RegistryMessages.metaRegionLocations(bytes),
                () -> RegistryMessages.bootstrapNodes(bytes),
                () -> RegistryMessages.unframe("/x", framed)
            }) {
                try {
                    assertThat(reading.read()).isNotNull();
                } catch (IOException e) {
                    assertThat(e).hasMessageNotContaining("null");
                }
            }
        }
    }

    private interface Reading {
        Object read() throws IOException;
    }
}
