package io.sluice.client.internal.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AccessDeniedException;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerPrincipalsTest {
    private static Peer peer(String service) {
        return new Peer("RS1.Example.org", 16020, InetAddress.getLoopbackAddress(), service);
    }

    @Test
    void host_isTheClustersNameInLowerCase_withoutReverseLookUp() throws Exception {
        ServerPrincipals principals = new ServerPrincipals("hbase/_HOST@A.B", null, false);
        assertThat(principals.of(peer(ConnectionHeader.CLIENT_SERVICE)))
                .isEqualTo(new ServerPrincipals.Principal("hbase", "rs1.example.org", "hbase/rs1.example.org@A.B"));
    }

    @Test
    void host_isWhatTheAddressIsCalled_withReverseLookUp() throws Exception {
        ServerPrincipals principals = new ServerPrincipals("hbase/_HOST@A.B", null, true);
        assertThat(principals.of(peer(ConnectionHeader.CLIENT_SERVICE)).host())
                .isEqualTo(InetAddress.getLoopbackAddress().getCanonicalHostName());
    }

    @Test
    void host_given_staysAsItIs() throws Exception {
        ServerPrincipals principals = new ServerPrincipals("hbase/One", null, true);
        assertThat(principals.of(peer(ConnectionHeader.CLIENT_SERVICE)))
                .isEqualTo(new ServerPrincipals.Principal("hbase", "One", "hbase/One"));
    }

    @Test
    void services_haveTheirOwn() throws Exception {
        ServerPrincipals principals = new ServerPrincipals("rs/a@R", "m/b@R", true);
        assertThat(principals.of(peer(ConnectionHeader.CLIENT_SERVICE)).service())
                .isEqualTo("rs");
        assertThat(principals.of(peer(ConnectionHeader.CLIENT_META_SERVICE)).service())
                .isEqualTo("m");
        assertThat(new ServerPrincipals("rs/a@R", null, true)
                        .of(peer(ConnectionHeader.CLIENT_META_SERVICE))
                        .service())
                .isEqualTo("rs");
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
