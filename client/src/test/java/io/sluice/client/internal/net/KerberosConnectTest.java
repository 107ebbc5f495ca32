package io.sluice.client.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AccessDeniedException;
import io.sluice.client.internal.security.ChannelSecurity;
import io.sluice.client.internal.security.KerberosLogin;
import io.sluice.client.internal.security.Krb5Login;
import io.sluice.client.internal.security.PreambleServer;
import io.sluice.client.internal.security.SaslSettings;
import io.sluice.client.internal.security.ScriptedKdc;
import io.sluice.client.internal.security.SecuritySettings;
import io.sluice.client.internal.security.ServerPrincipals;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.client.it.TicketCaches;
import io.sluice.internal.time.Clock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kerberos on the loop-back interface, with a ticket that looks valid and a KDC that refuses it. */
class KerberosConnectTest {
    private static final String KRB5_CONF = "java.security.krb5.conf";
    private static final int TICKET_EXPIRED = 32;

    private final EventLoops loops = EventLoops.create(1);

    @AfterEach
    void stop() {
        System.clearProperty(KRB5_CONF);
        loops.closeAsync().join();
    }

    @Test
    void ticket_refused_anotherLoginIsTriedOnce(@TempDir Path folder) throws Exception {
        Path cache = folder.resolve("cache");
        TicketCaches.write(cache, ScriptedKdc.ticket("writer"), Duration.ZERO);
        try (ScriptedKdc kdc = new ScriptedKdc(TICKET_EXPIRED);
                PreambleServer server = new PreambleServer(null, new byte[0])) {
            System.setProperty(KRB5_CONF, kdc.krb5Conf(folder).toString());
            // The first login was a moment ago: there is no other one.
            assertRefused(ticketCache(cache, TimeUnit.HOURS.toNanos(1)), server.port());
            int requestsOfOne = kdc.requests();
            assertThat(requestsOfOne).isPositive();
            assertRefused(ticketCache(cache, 0), server.port());
            assertThat(kdc.requests()).isEqualTo(3 * requestsOfOne);
        }
    }

    private void assertRefused(SaslSettings sasl, int port) {
        SecuritySettings settings =
                new SecuritySettings(new ConnectionHeader.User("tester", null), null, sasl, 1 << 20);
        try (NettyConnector connector =
                TestConnections.connector(loops, TestConnections.USUAL, new ChannelSecurity(settings))) {
            assertThatThrownBy(() -> connector
                            .open(TestConnections.at("localhost", port), ConnectionHeader.CLIENT_SERVICE)
                            .get(20, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("hbase/localhost@" + ScriptedKdc.REALM)
                    .hasMessageContaining("(" + TICKET_EXPIRED + ")")
                    .hasMessageContaining("the ticket has ended");
        }
    }

    @SuppressWarnings("NullAway") // It does not see the annotation of a nested type's component in a class file.
    private static SaslSettings ticketCache(Path cache, long minIntervalNanos) {
        return new SaslSettings(
                new KerberosLogin(Krb5Login.ticketCache(cache.toString()), 0, minIntervalNanos, Clock.system()),
                List.of("auth"),
                new ServerPrincipals("hbase/localhost@" + ScriptedKdc.REALM, null, true),
                null,
                null);
    }
}
