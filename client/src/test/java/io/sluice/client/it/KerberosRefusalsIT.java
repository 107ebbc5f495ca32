package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AccessDeniedException;
import io.sluice.Configuration;
import io.sluice.TableName;
import io.sluice.embedded.EmbeddedKerberos;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a client with something wrong hears of a KDC, a secure server, or itself. */
@SuppressWarnings("NullAway.Init") // Set before a test sees them.
class KerberosRefusalsIT {
    @RegisterExtension
    static final SecureHBase SECURE = new SecureHBase();

    private static TableName table;

    @TempDir
    Path own;

    private final SecureWrites writes = SECURE.writes();
    private final EmbeddedKerberos kerberos = SECURE.kerberos();

    @BeforeAll
    static void createTable() throws Exception {
        table = SECURE.writes().table("refused");
    }

    private static Configuration secure() {
        return SECURE.withKeytab();
    }

    private static Configuration withoutLogin() {
        return SECURE.withoutLogin();
    }

    @Test
    void kdc_unreachable_toldAsSuchAndNotAsRefusal() throws Exception {
        SECURE.useKrb5Conf(own, text -> text.replaceAll("kdc = .*", "kdc = localhost:1"));
        assertThat(writes.failure(table, secure(), builder -> {}))
                .isNotInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("hbase.client.keytab.file");
    }

    @Test
    void login_wrong_refusedAtOnceAndNamed() throws Exception {
        Path keytab = kerberos.keytab(EmbeddedKerberos.OTHER);
        assertLoginRefused("writer@SLUICE.TEST", keytab, "writer@SLUICE.TEST");
        assertLoginRefused("nobody@SLUICE.TEST", keytab, "nobody@SLUICE.TEST");
        assertLoginRefused("writer@ELSEWHERE.TEST", keytab, "writer@ELSEWHERE.TEST");
        assertLoginRefused("other@SLUICE.TEST", own.resolve("missing.keytab"), "no such file");
    }

    private void assertLoginRefused(String principal, Path keytab, String text) throws Exception {
        Configuration conf = withoutLogin();
        conf.set("hbase.client.keytab.file", keytab.toString());
        conf.set("hbase.client.keytab.principal", principal);
        assertThat(writes.failure(table, conf, builder -> {}))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining(text)
                .hasMessageContaining(keytab.toString())
                .hasMessageContaining("hbase.client.keytab.principal");
    }

    @Test
    void serverPrincipal_unknown_refusedAndNamed() throws Exception {
        Configuration conf = secure();
        conf.set("hbase.regionserver.kerberos.principal", "hdfs/_HOST@" + EmbeddedKerberos.REALM);
        assertThat(writes.failure(table, conf, builder -> {}))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("hdfs/localhost@SLUICE.TEST")
                .hasMessageContaining("GSSAPI")
                .hasMessageContaining("Server not found in Kerberos database")
                .hasMessageContaining("hbase.regionserver.kerberos.principal");
    }

    @Test
    void serverPrincipal_notSet_refusedAndNamed() throws Exception {
        Configuration conf = secure();
        conf.unset("hbase.regionserver.kerberos.principal");
        assertThat(writes.failure(table, conf, builder -> {}))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("hbase.regionserver.kerberos.principal is not set");
    }

    @Test
    void client_withoutProof_refusedByServer() throws Exception {
        assertThat(writes.failure(table, new Configuration(), builder -> {}))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("Authentication is required");
    }

    @Test
    void server_inForeignRealm_refusedAndNamed() throws Exception {
        SECURE.useKrb5Conf(own, text -> text + "\n[domain_realm]\n    localhost = ELSEWHERE.TEST\n");
        assertThat(writes.failure(table, secure(), builder -> {}))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("hbase/localhost@SLUICE.TEST")
                .hasMessageContaining("hbase.regionserver.kerberos.principal");
    }

    @Test
    void serverPrincipal_ofAnotherService_refusedByServer() throws Exception {
        Configuration conf = secure();
        conf.set("hbase.regionserver.kerberos.principal", EmbeddedKerberos.OTHER_SERVICE);
        conf.set("hbase.master.kerberos.principal", EmbeddedKerberos.OTHER_SERVICE);
        assertThat(writes.failure(table, conf, builder -> {}))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining(EmbeddedKerberos.OTHER_SERVICE)
                .hasMessageContaining("the server refused")
                .hasMessageContaining("GSS initiate failed")
                .hasMessageContaining("the server's log tells why");
    }

    @Test
    void aes_askedFor_refusedAtOnceThoughServersOfferIt() throws Exception {
        Configuration conf = secure();
        conf.set("hbase.rpc.protection", "privacy");
        conf.set("hbase.rpc.crypto.encryption.aes.enabled", "true");
        assertThatThrownBy(() -> writes.builder(conf).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbase.rpc.crypto.encryption.aes.enabled");
        conf.set("hbase.rpc.crypto.encryption.aes.enabled", "false");
        writes.write(table, conf);
    }

    @Test
    void keys_thatMakeNoSense_refusedAtOnce() {
        Configuration half = withoutLogin();
        half.set("hbase.client.keytab.file", "/some/where");
        assertThatThrownBy(() -> writes.builder(half).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbase.client.keytab.principal");
        Configuration protection = secure();
        protection.set("hbase.rpc.protection", "secrecy");
        assertThatThrownBy(() -> writes.builder(protection).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("secrecy");
    }
}
