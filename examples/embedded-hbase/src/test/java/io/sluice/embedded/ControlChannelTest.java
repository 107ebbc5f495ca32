package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.embedded.internal.Tokens;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlChannelTest {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    @Test
    void call_dataThenOk_givesDataAndTokens() throws IOException {
        try (ControlChannel channel = channel("0 ok\n1 data a b\n1 data c\n1 ok 7\n")) {
            List<List<String>> data = new ArrayList<>();
            assertThat(channel.awaitReady(Duration.ofMinutes(1))).isEmpty();
            assertThat(channel.call(List.of("scan", Tokens.of("t")), data::add)).containsExactly("7");
            assertThat(data).containsExactly(List.of("a", "b"), List.of("c"));
            assertThat(sent.toString(UTF_8)).isEqualTo("1 scan dA\n");
        }
    }

    @Test
    void call_error_throwsItsText() throws IOException {
        try (ControlChannel channel = channel("1 error " + Tokens.of("table ä missing") + "\n")) {
            assertThatThrownBy(() -> channel.call(List.of("scan"), data -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessage("table ä missing");
        }
    }

    @Test
    void call_afterAConsumerThatThrew_skipsTheRestOfItsAnswer() throws IOException {
        try (ControlChannel channel = channel("1 data a\n1 data b\n1 ok 1\n2 ok 2\n")) {
            assertThatThrownBy(() -> channel.call(List.of("scan"), data -> {
                        throw new IllegalStateException("enough");
                    }))
                    .hasMessage("enough");
            assertThat(channel.call(List.of("servers"), data -> {})).containsExactly("2");
        }
    }

    @Test
    void call_childGone_quotesItsEndEachTime() throws IOException {
        try (ControlChannel channel = channel("1 data a\n")) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> channel.call(List.of("scan"), data -> {}))
                        .isInstanceOf(IOException.class)
                        .hasMessage("the end");
            }
        }
    }

    @Test
    void tokens_emptyBytes_areNotTheByteOfADash() {
        assertThat(Tokens.of(new byte[0])).isEqualTo("-");
        assertThat(Tokens.bytes("-")).isEmpty();
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        assertThat(Tokens.bytes(Tokens.of(all))).isEqualTo(all);
        assertThat(Tokens.of(all)).doesNotContain(" ");
    }

    private ControlChannel channel(String answers) {
        return new ControlChannel(sent, new ByteArrayInputStream(answers.getBytes(UTF_8)), () -> "the end");
    }
}
