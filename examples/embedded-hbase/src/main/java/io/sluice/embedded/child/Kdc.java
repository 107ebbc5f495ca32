package io.sluice.embedded.child;

import io.sluice.embedded.EmbeddedKerberos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;

/** A KDC in this JVM, and the settings that servers need to use it. */
final class Kdc {
    private static final String AUTHENTICATION = "hbase.security.authentication";
    private static final String TOKENS = "org.apache.hadoop.hbase.security.token.TokenProvider";

    private Kdc() {}

    /** Starts a KDC if the settings ask for Kerberos, adds missing settings, and logs this JVM in. */
    static void startIfAsked(Configuration configuration, Path folder) throws IOException {
        if (!configuration.get(AUTHENTICATION, "simple").equals("kerberos")) {
            return;
        }
        EmbeddedKerberos kerberos = new EmbeddedKerberos(Files.createDirectories(folder.resolve("kerberos")));
        try {
            start(kerberos);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("The KDC did not start", e);
        }
        String keytab = kerberos.keytab(EmbeddedKerberos.SERVER).toString();
        configuration.set("hadoop.security.authentication", "kerberos");
        configuration.set("hadoop.security.authorization", "true");
        configuration.set("hadoop.proxyuser.writer.hosts", "*");
        configuration.set("hadoop.proxyuser.writer.users", "guest");
        for (String role : List.of("master", "regionserver")) {
            configuration.set("hbase." + role + ".kerberos.principal", EmbeddedKerberos.SERVER);
            configuration.set("hbase." + role + ".keytab.file", keytab);
        }
        configuration.setIfUnset("hbase.coprocessor.region.classes", TOKENS);
        UserGroupInformation.setConfiguration(configuration);
        UserGroupInformation.loginUserFromKeytab(EmbeddedKerberos.SERVER, keytab);
    }

    /** Starts the KDC, which sets {@code java.security.krb5.conf} in this JVM. */
    private static void start(EmbeddedKerberos kerberos) throws Exception {
        Properties settings = MiniKdc.createConf();
        String realm = EmbeddedKerberos.REALM;
        settings.setProperty(MiniKdc.ORG_NAME, realm.substring(0, realm.indexOf('.')));
        settings.setProperty(MiniKdc.ORG_DOMAIN, realm.substring(realm.indexOf('.') + 1));
        settings.setProperty(MiniKdc.MIN_TICKET_LIFETIME, "1");
        MiniKdc kdc = new MiniKdc(settings, kerberos.folder().toFile());
        kdc.start();
        for (String principal : List.of(
                EmbeddedKerberos.SERVER,
                EmbeddedKerberos.OTHER_SERVICE,
                EmbeddedKerberos.WRITER,
                EmbeddedKerberos.OTHER)) {
            kdc.createPrincipal(kerberos.keytab(principal).toFile(), principal.substring(0, principal.indexOf('@')));
        }
        Path made = kdc.getKrb5conf().toPath();
        if (!made.toAbsolutePath().equals(kerberos.krb5Conf().toAbsolutePath())) {
            Files.copy(made, kerberos.krb5Conf());
        }
    }
}
