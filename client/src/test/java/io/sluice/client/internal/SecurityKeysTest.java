package io.sluice.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Configuration;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.TlsConfig;
import io.sluice.client.internal.security.ChannelSecurity;
import io.sluice.client.internal.security.Krb5Login;
import io.sluice.client.internal.security.Login;
import io.sluice.client.internal.security.SaslSettings;
import io.sluice.client.internal.security.SecuritySettings;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SecurityKeysTest {
    private final Configuration conf = new Configuration();

    private SecuritySettings settings(CredentialsProvider credentials, @Nullable TlsConfig tls) {
        return SecurityKeys.settings(conf, credentials, tls, 1 << 20);
    }

    private SaslSettings sasl(CredentialsProvider credentials) {
        return Objects.requireNonNull(settings(credentials, null).sasl());
    }

    private SaslSettings sasl() {
        return sasl(CredentialsProvider.fromConfiguration());
    }

    private String login() {
        return ((Login) sasl().credential()).describe();
    }

    @Test
    void nothingSet_nothingDone() {
        SecuritySettings settings = settings(CredentialsProvider.fromConfiguration(), null);
        assertThat(settings.sasl()).isNull();
        assertThat(settings.tls()).isNull();
        assertThat(settings.user().real()).isNull();
    }

    @Test
    void kerberos_keytabOrTicketCache() {
        conf.set("hbase.security.authentication", "Kerberos");
        assertThat(login()).isEqualTo(Krb5Login.ticketCache(null).toString());
        conf.set("hbase.client.keytab.file", "/k");
        conf.set("hbase.client.keytab.principal", "p@R");
        assertThat(login()).isEqualTo(Krb5Login.keytab("p@R", "/k").toString());
        conf.set("hbase.client.keytab.principal", "p/_HOST@R");
        assertThat(login()).doesNotContain("_HOST").contains("p/");
        assertThat(sasl().protection()).containsExactly("auth");
        assertThat(sasl().fallbackUser()).isNull();
    }

    @Test
    void protection_inTheOrderGiven() {
        conf.set("hbase.security.authentication", "kerberos");
        conf.set("hbase.rpc.protection", "privacy, integrity,authentication");
        assertThat(sasl().protection()).containsExactly("auth-conf", "auth-int", "auth");
    }

    @Test
    void aes_refusedWhereItWouldBeUsed() {
        conf.set("hbase.security.authentication", "kerberos");
        conf.set("hbase.rpc.crypto.encryption.aes.enabled", "true");
        conf.set("hbase.rpc.protection", "integrity");
        assertThat(sasl().protection()).containsExactly("auth-int");
        conf.set("hbase.rpc.protection", "authentication,privacy");
        assertThatThrownBy(this::sasl)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbase.rpc.crypto.encryption.aes.enabled")
                .hasMessageContaining("hbase.rpc.protection");
    }

    @Test
    void fallback_allowed_namesTheUserWithoutRealm() {
        conf.set("hbase.ipc.client.fallback-to-simple-auth-allowed", "true");
        CredentialsProvider keytab = CredentialsProvider.keytab("writer/host@R", Path.of("/k"));
        assertThat(sasl(keytab).fallbackUser()).isEqualTo(new ConnectionHeader.User("writer", null));
        assertThat(sasl(keytab.actingFor("guest")).fallbackUser())
                .isEqualTo(new ConnectionHeader.User("guest", "writer"));
        assertThat(sasl(keytab.actingFor("guest")).impersonated()).isEqualTo("guest");
    }

    @Test
    void relogin_pauseLeavesTimeForAnotherAttempt() {
        assertThat(SecurityKeys.maxBackoffNanos(conf)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(2_500));
        conf.set("hbase.security.relogin.maxbackoff", "100");
        assertThat(SecurityKeys.maxBackoffNanos(conf)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    void simple_actingFor_namesBoth() {
        SecuritySettings settings = settings(CredentialsProvider.simple("root").actingFor("guest"), null);
        assertThat(settings.user()).isEqualTo(new ConnectionHeader.User("guest", "root"));
        assertThat(settings.sasl()).isNull();
    }

    @Test
    void authentication_unknown_refused() {
        conf.set("hbase.security.authentication", "digest");
        assertThatThrownBy(this::sasl)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbase.security.authentication")
                .hasMessageContaining("digest");
    }

    @Test
    void tls_byKeys_andTheBuilderGoesOverThem() {
        conf.set("hbase.client.netty.tls.enabled", "true");
        conf.set("hbase.rpc.tls.truststore.location", "/t.jks");
        conf.set("hbase.rpc.tls.truststore.password", "not-to-be-logged");
        conf.set("hbase.rpc.tls.protocol", "TLSv1.2");
        TlsConfig tls = Objects.requireNonNull(
                settings(CredentialsProvider.fromConfiguration(), null).tls());
        assertThat(tls.toString()).contains("/t.jks", "TLSv1.2").doesNotContain("not-to-be-logged");
        assertThat(tls.verifyHostName()).isTrue();
        assertThat(tls.reload()).isTrue();

        TlsConfig given = TlsConfig.builder()
                .trustStore(Path.of("/other.pem"), null)
                .keyStore(Path.of("/key.p12"), "not-to-be-logged")
                .verifyHostName(false)
                .build();
        TlsConfig other = Objects.requireNonNull(
                settings(CredentialsProvider.fromConfiguration(), given).tls());
        assertThat(other.toString()).contains("/other.pem", "/key.p12");
        assertThat(other.verifyHostName()).isFalse();
        assertThat(other + " " + given).doesNotContain("not-to-be-logged");
    }

    @Test
    void tls_whatIsNotDone_refused() {
        conf.set("hbase.client.netty.tls.enabled", "true");
        conf.set("hbase.rpc.tls.ocsp", "true");
        assertThatThrownBy(() -> settings(CredentialsProvider.fromConfiguration(), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbase.rpc.tls.ocsp");
        conf.unset("hbase.rpc.tls.ocsp");
        conf.set("hbase.rpc.tls.keystore.location", "/key");
        SecuritySettings unknownType = settings(CredentialsProvider.fromConfiguration(), null);
        assertThatThrownBy(() -> new ChannelSecurity(unknownType))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keyStore (hbase.rpc.tls.keystore.location) = /key");
    }
}
