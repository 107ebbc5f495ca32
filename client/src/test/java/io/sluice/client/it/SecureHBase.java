package io.sluice.client.it;

import io.sluice.Configuration;
import io.sluice.client.internal.security.TestAuthority;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedKerberos;
import io.sluice.embedded.EmbeddedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One secure server for all tests in this JVM that ask for it: Kerberos with all qualities of protection, HBase's own
 * AES encryption offered beside, and TLS for who wants it. Started for the first, ended by JUnit when all are done.
 */
@SuppressWarnings("NullAway.Init") // Set before a test sees it.
final class SecureHBase implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    static final String KRB5_CONF = "java.security.krb5.conf";

    private Started started;

    private record Started(EmbeddedHBase server, Path folder) implements AutoCloseable {
        static Started start() {
            try {
                Path folder = Files.createTempDirectory("sluice-secure-");
                TestAuthority authority = new TestAuthority("authority");
                Path key = TestAuthority.keyStore(folder.resolve("server.p12"), authority.issue("localhost"));
                TestAuthority.keyStore(folder.resolve("client.p12"), authority.issue("client"));
                Path trust = TestAuthority.trustStore(folder.resolve("trust.p12"), authority);
                EmbeddedHBase server = EmbeddedHBase.start(EmbeddedOptions.defaults()
                        .withFastStart()
                        .withSetting("hbase.security.authentication", "kerberos")
                        .withSetting("hbase.rpc.protection", "authentication,integrity,privacy")
                        // Servers that can do it do not demand it.
                        .withSetting("hbase.rpc.crypto.encryption.aes.enabled", "true")
                        .withSetting("hbase.server.netty.tls.enabled", "true")
                        .withSetting("hbase.server.netty.tls.client.auth.mode", "WANT")
                        .withSetting("hbase.server.netty.tls.verify.client.hostname", "false")
                        .withSetting("hbase.rpc.tls.keystore.location", key.toString())
                        .withSetting("hbase.rpc.tls.keystore.password", TestAuthority.PASSWORD)
                        .withSetting("hbase.rpc.tls.truststore.location", trust.toString())
                        .withSetting("hbase.rpc.tls.truststore.password", TestAuthority.PASSWORD));
                return new Started(server, folder);
            } catch (Exception e) {
                throw new IllegalStateException("the secure server did not start", e);
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            try (Stream<Path> stores = Files.list(folder)) {
                for (Path store : stores.toList()) {
                    Files.delete(store);
                }
            }
            Files.delete(folder);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        started = context.getStore(
                        ExtensionContext.StoreScope.LAUNCHER_SESSION,
                        ExtensionContext.Namespace.create(SecureHBase.class))
                .computeIfAbsent(SecureHBase.class, key -> Started.start(), Started.class);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        System.setProperty(KRB5_CONF, kerberos().krb5Conf().toString());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Session.assertNoThreads();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        System.clearProperty(KRB5_CONF);
    }

    SecureWrites writes() {
        return new SecureWrites(started.server());
    }

    EmbeddedKerberos kerberos() {
        return started.server().kerberos();
    }

    /** Where {@code trust.p12} and {@code client.p12} are. */
    Path folder() {
        return started.folder();
    }

    /** HBase's keys for a client that logs in as the writer. */
    Configuration withKeytab() {
        Configuration conf = withoutLogin();
        conf.set(
                "hbase.client.keytab.file",
                kerberos().keytab(EmbeddedKerberos.WRITER).toString());
        conf.set("hbase.client.keytab.principal", EmbeddedKerberos.WRITER);
        return conf;
    }

    Configuration withoutLogin() {
        Configuration conf = new Configuration();
        conf.set("hbase.security.authentication", "kerberos");
        conf.set("hbase.regionserver.kerberos.principal", "hbase/_HOST@" + EmbeddedKerberos.REALM);
        conf.set("hbase.master.kerberos.principal", "hbase/_HOST@" + EmbeddedKerberos.REALM);
        conf.set("hbase.security.relogin.maxbackoff", "100");
        return conf;
    }

    /** Adds what TLS without a certificate of the client needs. */
    void addTls(Configuration conf) {
        conf.set("hbase.client.netty.tls.enabled", "true");
        conf.set(
                "hbase.rpc.tls.truststore.location",
                folder().resolve("trust.p12").toString());
        conf.set("hbase.rpc.tls.truststore.password", TestAuthority.PASSWORD);
    }

    /** From now on, for this test, this JVM's Kerberos is configured a little otherwise. */
    void useKrb5Conf(Path folder, UnaryOperator<String> change) throws IOException {
        Path conf = folder.resolve("krb5.conf");
        Files.writeString(conf, change.apply(Files.readString(kerberos().krb5Conf())));
        System.setProperty(KRB5_CONF, conf.toString());
    }

    /** From now on, for this test, this JVM's Kerberos has one more line in {@code libdefaults}. */
    void useLibDefault(Path folder, String line) throws IOException {
        useKrb5Conf(folder, text -> text.replace("[libdefaults]", "[libdefaults]\n    " + line));
    }
}
