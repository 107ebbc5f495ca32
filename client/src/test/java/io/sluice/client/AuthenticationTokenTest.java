package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.hadoop.hbase.security.token.AuthenticationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Held against Hadoop's own tokens. */
class AuthenticationTokenTest {
    private static final Text KIND = AuthenticationTokenIdentifier.AUTH_TOKEN_TYPE;

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {0, 1, 111, 112, 127, 128, 255, 256, 300, 70_000})
    void text_ofAnyLength_isHadoops(int length) throws IOException {
        byte[] identifier = new byte[length];
        new Random(length).nextBytes(identifier);
        byte[] password = "secret".getBytes(StandardCharsets.UTF_8);
        Token<?> theirs = new Token<>(identifier, password, KIND, new Text("cluster"));

        AuthenticationToken read = AuthenticationToken.decodeFromUrlString(theirs.encodeToUrlString());
        assertThat(read.identifier()).isEqualTo(identifier);
        assertThat(read.password()).isEqualTo(password);
        assertThat(read.service()).isEqualTo("cluster");

        Token<AuthenticationTokenIdentifier> back = new Token<>();
        back.decodeFromUrlString(
                AuthenticationToken.of(identifier, password, "cluster").encodeToUrlString());
        assertThat(back).isEqualTo(theirs);
    }

    @Test
    void text_thatIsNoToken_refusedWithoutQuotingIt() throws IOException {
        String foreign = new Token<>(new byte[1], new byte[1], new Text("OTHER"), new Text("s")).encodeToUrlString();
        assertThatThrownBy(() -> AuthenticationToken.decodeFromUrlString(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("OTHER");
        for (String text : new String[] {"", "%%secret%%", "f39_f38", "AAAA"}) {
            assertThatThrownBy(() -> AuthenticationToken.decodeFromUrlString(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void toString_hasNoSecret() {
        AuthenticationToken token = AuthenticationToken.of(new byte[] {1}, new byte[] {2}, "cluster");
        assertThat(token + " " + CredentialsProvider.token(token))
                .contains("cluster")
                .doesNotContain("[2]")
                .doesNotContain(token.encodeToUrlString());
    }
}
