package io.sluice.client.internal.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AccessDeniedException;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.login.LoginException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KerberosLoginTest {
    private static final long LIFE_MILLIS = TimeUnit.HOURS.toMillis(10);

    private final Time time = new Time();
    private final Kdc kdc = new Kdc();
    private final KerberosLogin login = new KerberosLogin(kdc, 0, TimeUnit.SECONDS.toNanos(1), time);

    /** Stands still unless it is moved. */
    private static final class Time implements Clock {
        private long millis = 1_700_000_000_000L;

        @Override
        public long nanoTime() {
            return TimeUnit.MILLISECONDS.toNanos(millis);
        }

        @Override
        public long currentTimeMillis() {
            return millis;
        }
    }

    private final class Kdc implements KerberosLogin.Way {
        private int asked;
        private @Nullable String error;

        @Override
        public Subject login() throws LoginException {
            asked++;
            if (error != null) {
                throw new LoginException(error);
            }
            KerberosTicket ticket = new KerberosTicket(
                    new byte[] {1},
                    new KerberosPrincipal("writer@A.B"),
                    new KerberosPrincipal("krbtgt/A.B@A.B"),
                    new byte[16],
                    17,
                    new boolean[32],
                    new Date(time.millis),
                    new Date(time.millis),
                    new Date(time.millis + LIFE_MILLIS),
                    null,
                    null);
            return new Subject(false, Set.of(), Set.of(), Set.of(ticket));
        }

        @Override
        public String toString() {
            return "principal 'writer@A.B'";
        }
    }

    @Test
    void ticket_usedFor70PercentAndRenewedBy80() throws IOException {
        Subject first = login.subject();
        time.millis += LIFE_MILLIS * 69 / 100;
        assertThat(login.subject()).isSameAs(first);
        time.millis += LIFE_MILLIS * 11 / 100;
        assertThat(login.subject()).isNotSameAs(first);
        assertThat(kdc.asked).isEqualTo(2);
    }

    @Test
    void renewal_failed_oldTicketServesOnAndKdcIsAskedOnceASecond() throws IOException {
        Subject first = login.subject();
        time.millis += LIFE_MILLIS * 9 / 10;
        kdc.error = "Receive timed out";
        for (int i = 0; i < 10; i++) {
            assertThat(login.subject()).isSameAs(first);
        }
        assertThat(kdc.asked).isEqualTo(2);
        time.millis += 1_000;
        kdc.error = null;
        assertThat(login.subject()).isNotSameAs(first);
    }

    @Test
    void firstLogin_failed_toldToAllForASecond() throws IOException {
        kdc.error = "Client not found in Kerberos database (6)";
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(login::subject)
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("writer@A.B")
                    .hasMessageContaining("Client not found");
        }
        assertThat(kdc.asked).isEqualTo(1);
        time.millis += 1_000;
        kdc.error = null;
        assertThat(login.subject()).isNotNull();
    }

    @Test
    void kdcThatDoesNotAnswer_isNoRefusal() {
        kdc.error = "Receive timed out";
        assertThatThrownBy(login::subject)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("Receive timed out");
    }

    @Test
    void refused_renewedOnceForAllThatWereRefused() throws IOException {
        Subject first = login.subject();
        time.millis += 2_000;
        assertThat(login.renew(first)).isTrue();
        assertThat(login.renew(first)).as("by another connection").isTrue();
        assertThat(login.subject()).isNotSameAs(first);
        assertThat(kdc.asked).isEqualTo(2);
    }

    @Test
    void refused_rightAfterTheLogin_notRenewed() throws IOException {
        Subject first = login.subject();
        assertThat(login.renew(first)).isFalse();
        assertThat(kdc.asked).isEqualTo(1);
    }
}
