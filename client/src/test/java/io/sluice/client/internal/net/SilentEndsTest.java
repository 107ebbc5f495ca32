package io.sluice.client.internal.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.DoNotRetryIOException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SilentEndsTest {
    private static final String CLOSED = "closed by the server";

    private final SilentEnds silence = new SilentEnds();

    private IOException ended(String server) {
        return silence.ended(server, false, CLOSED, null);
    }

    @Test
    void server_withoutEnds_isNotListenedTo() {
        IOException unused = ended("b:1");
        assertThat(silence.listenNanos("a:1")).isZero();
    }

    @Test
    void listening_growsWithTheEnds_andIsOverWithAnAnswer() {
        IOException unused = ended("a:1");
        long first = silence.listenNanos("a:1");
        assertThat(first).isPositive();
        for (int i = 0; i < 10; i++) {
            unused = ended("a:1");
        }
        assertThat(silence.listenNanos("a:1")).isEqualTo(8 * first);
        silence.answered("a:1");
        assertThat(silence.listenNanos("a:1")).isZero();
    }

    @Test
    void plainText_atAServerThatSpeaksTls_isTheReasonAfterThreeEnds() {
        assertThat(ended("a:1")).hasMessageContaining("expect TLS").isNotInstanceOf(DoNotRetryIOException.class);
        silence.speaksTls("a:1");
        assertThat(ended("a:1"))
                .hasMessageContaining("a:1 speaks TLS")
                .hasMessageContaining("hbase.client.netty.tls.enabled")
                .isNotInstanceOf(DoNotRetryIOException.class);
        assertThat(ended("a:1")).hasMessageContaining("a:1 speaks TLS").isInstanceOf(DoNotRetryIOException.class);
        silence.answered("a:1");
        assertThat(ended("a:1")).isNotInstanceOf(DoNotRetryIOException.class);
    }

    @Test
    void ends_withoutTlsAtTheOtherEnd_areNeverFinal() {
        for (int i = 0; i < 10; i++) {
            assertThat(ended("a:1")).isNotInstanceOf(DoNotRetryIOException.class);
        }
    }

    @Test
    void ends_ofEncryptedConnections_pointAtTheCertificate() {
        assertThat(silence.ended("a:1", true, CLOSED, null))
                .hasMessageContaining("hbase.rpc.tls.keystore.location")
                .hasMessageNotContaining("netty.tls.enabled")
                .isNotInstanceOf(DoNotRetryIOException.class);
    }
}
