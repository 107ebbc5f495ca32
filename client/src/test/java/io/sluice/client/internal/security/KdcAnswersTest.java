package io.sluice.client.internal.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.AccessDeniedException;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the JDK makes of a KDC's errors, and this client of that. */
class KdcAnswersTest {
    private static final String KRB5_CONF = "java.security.krb5.conf";

    @AfterEach
    void forget() {
        System.clearProperty(KRB5_CONF);
    }

    private static IOException failure(int code, Path folder) throws IOException {
        try (ScriptedKdc kdc = new ScriptedKdc(code)) {
            System.setProperty(KRB5_CONF, kdc.krb5Conf(folder).toString());
            Krb5Login way = Krb5Login.keytab(
                    "writer@" + ScriptedKdc.REALM,
                    ScriptedKdc.keytab(folder, "writer").toString());
            KerberosLogin login = new KerberosLogin(way, 0, 0, Clock.system());
            Throwable failure = catchThrowable(login::subject);
            assertThat(kdc.requests()).isPositive();
            return (IOException) failure;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "6,  the KDC does not know the principal",
        "18, the KDC has locked the principal",
        "23, the principal needs another password",
        "24, 'the key in the keytab is not, or no longer, that of the principal'",
        "37, 'the clocks of this machine, the KDC and the server differ'",
    })
    void refusal_isFinalAndSaysWhatHelps(int code, String help, @TempDir Path folder) throws IOException {
        assertThat(failure(code, folder))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("(" + code + ")")
                .hasMessageContaining(help)
                .hasMessageContaining("writer@" + ScriptedKdc.REALM)
                .hasMessageContaining("hbase.client.keytab.file");
    }

    @Test
    void unavailable_isTriedAgain(@TempDir Path folder) throws IOException {
        assertThat(failure(29, folder))
                .isNotInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("not available")
                .hasMessageContaining("writer@" + ScriptedKdc.REALM);
    }
}
