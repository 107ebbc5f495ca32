package io.sluice.client.internal.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AccessDeniedException;
import io.sluice.ServerName;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerPrincipalsTest {
    private static Peer peer(String service) {
        return new Peer(ServerName.valueOf("RS1.Example.org", 16020, 1), InetAddress.getLoopbackAddress(), service);
    }

    @Test
    void host_isTheClustersNameInLowerCase_withoutReverseLookUp() throws Exception {
        ServerPrincipals principals = new ServerPrincipals("hbase/_HOST@A.B", null, false);
        assertThat(principals.of(peer(ConnectionHeader.CLIENT_SERVICE)))
                .containsExactly(
                        new ServerPrincipals.Principal("hbase", "rs1.example.org", "hbase/rs1.example.org@A.B"));
    }

    @Test
    void host_isWhatTheAddressIsCalled_withReverseLookUp() throws Exception {
        ServerPrincipals principals = new ServerPrincipals("hbase/_HOST@A.B", null, true);
        assertThat(principals.of(peer(ConnectionHeader.CLIENT_SERVICE)))
                .extracting(ServerPrincipals.Principal::host)
                .containsExactly(InetAddress.getLoopbackAddress().getCanonicalHostName());
    }

    @Test
    void host_given_staysAsItIs() throws Exception {
        ServerPrincipals principals = new ServerPrincipals("hbase/One", null, true);
        assertThat(principals.of(peer(ConnectionHeader.CLIENT_SERVICE)))
                .containsExactly(new ServerPrincipals.Principal("hbase", "One", "hbase/One"));
    }

    @Test
    void services_haveTheirOwn() throws Exception {
        assertThat(services("rs/a@R", "m/b@R", ConnectionHeader.CLIENT_SERVICE)).containsExactly("rs");
        assertThat(services("rs/a@R", "m/b@R", ConnectionHeader.MASTER_SERVICE)).containsExactly("m");
        assertThat(services("rs/a@R", null, ConnectionHeader.MASTER_SERVICE)).containsExactly("rs");
    }

    @Test
    void serviceOfBothKinds_mayHaveEitherPrincipal_theMastersFirst() throws Exception {
        String both = ConnectionHeader.CLIENT_META_SERVICE;
        assertThat(services("rs/a@R", "m/b@R", both)).containsExactly("m", "rs");
        assertThat(services("rs/a@R", "rs/a@R", both)).containsExactly("rs");
        assertThat(services("rs/a@R", null, both)).containsExactly("rs");
        assertThat(services(null, "m/b@R", both)).containsExactly("m");
    }

    private static List<String> services(@Nullable String regionServer, @Nullable String master, String service)
            throws Exception {
        return new ServerPrincipals(regionServer, master, true)
                .of(peer(service)).stream()
                        .map(ServerPrincipals.Principal::service)
                        .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "hbase", "hbase@R", "/h@R", "hbase/", "hbase/@R"})
    void pattern_ofOtherForm_refusedWithItsKey(String pattern) {
        ServerPrincipals principals = new ServerPrincipals(pattern, null, true);
        assertThatThrownBy(() -> principals.of(peer(ConnectionHeader.CLIENT_SERVICE)))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("hbase.regionserver.kerberos.principal");
    }
}
