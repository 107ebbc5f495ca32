package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Configuration;
import io.sluice.client.internal.security.TestAuthority;
import io.sluice.embedded.EmbeddedKerberos;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.security.auth.kerberos.KerberosKey;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.kerberos.KeyTab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All that a program writes that has secrets, uses them, rightly and wrongly, and logs everything there is to log. */
class SecretsIT {
    private static final String WRONG = "wrong-but-secret-all-the-same";

    @RegisterExtension
    static final SecureHBase SECURE = new SecureHBase();

    @Test
    void logsMessagesAndTexts_ofAWholeSession_haveNoSecret() throws Exception {
        String table = SECURE.writes().table("secrets").getNameAsString();
        String output = run(table);
        assertThat(output)
                .as("what was tried went as it should")
                .contains("WELL kerberos inside TLS", "WELL token\n")
                .contains("FAILED token with another password", "FAILED keystore with", "FAILED truststore with")
                .contains("FAILED of the builder", "FAILED keytab without", "FAILED ZooKeeper");
        assertThat(output)
                .as("everything was logged")
                .contains("DEBUG io.sluice.client.internal.security", "TRACE ", "org.apache.zookeeper", "io.netty");
        Map<String, byte[]> secrets = secrets();
        assertThat(secrets.keySet()).contains("password of stores", "password of the token", "key 0 in the keytab");
        secrets.forEach((what, secret) -> {
            for (String form : forms(secret)) {
                assertThat(output.contains(form) ? around(output, form) : "")
                        .as("the " + what + " in the output as " + form)
                        .isEmpty();
            }
        });
    }

    private static String around(String output, String form) {
        int at = output.indexOf(form);
        return output.substring(Math.max(0, at - 300), Math.min(output.length(), at + 300));
    }

    private static Map<String, byte[]> secrets() throws Exception {
        Map<String, byte[]> secrets = new LinkedHashMap<>();
        secrets.put("password of stores", TestAuthority.PASSWORD.getBytes(StandardCharsets.UTF_8));
        secrets.put("wrong password", WRONG.getBytes(StandardCharsets.UTF_8));
        secrets.put("password of the token", Files.readAllBytes(SECURE.folder().resolve("token")));
        KerberosPrincipal writer = new KerberosPrincipal(EmbeddedKerberos.WRITER);
        KerberosKey[] keys = KeyTab.getInstance(
                        writer,
                        SECURE.kerberos().keytab(EmbeddedKerberos.WRITER).toFile())
                .getKeys(writer);
        for (int i = 0; i < keys.length; i++) {
            secrets.put("key " + i + " in the keytab", Objects.requireNonNull(keys[i].getEncoded(), "key"));
        }
        return secrets;
    }

    /** How bytes may be written: as text, in hexadecimal digits, as an array, in Base64 from whatever place in a text. */
    private static List<String> forms(byte[] secret) {
        String hex = HexFormat.of().formatHex(secret);
        List<String> forms = new ArrayList<>(List.of(
                new String(secret, StandardCharsets.ISO_8859_1),
                hex,
                hex.toUpperCase(Locale.ROOT),
                HexFormat.ofDelimiter(":").formatHex(secret),
                HexFormat.ofDelimiter(" ").formatHex(secret),
                Arrays.toString(secret).replaceAll("[\\[\\]]", "")));
        for (int shift = 0; shift < 3; shift++) {
            byte[] shifted = new byte[shift + secret.length];
            System.arraycopy(secret, 0, shifted, shift, secret.length);
            for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
                String text = encoder.withoutPadding().encodeToString(shifted);
                // Without what depends on the bytes before and behind.
                forms.add(text.substring(shift == 0 ? 0 : 4, text.length() - 3));
            }
        }
        return forms;
    }

    private static String run(String table) throws Exception {
        Path output = SECURE.folder().resolve("output");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Djava.security.krb5.conf=" + SECURE.kerberos().krb5Conf(),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace",
                "-Dorg.slf4j.simpleLogger.log.org.apache.zookeeper=trace"));
        for (Map.Entry<String, String> entry : configuration()) {
            command.add("-Dconf." + entry.getKey() + "=" + entry.getValue());
        }
        command.addAll(List.of(
                SecretiveProgram.class.getName(),
                SECURE.folder().toString(),
                "localhost:" + SECURE.writes().server().zooKeeperPort(),
                SECURE.writes().server().znodeParent(),
                table,
                WRONG));
        File file = output.toFile();
        Process program = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(file)
                .start();
        try {
            assertThat(program.waitFor(3, TimeUnit.MINUTES)).isTrue();
            String text = Files.readString(output, StandardCharsets.ISO_8859_1);
            assertThat(program.exitValue()).as(text).isZero();
            return text;
        } finally {
            program.destroyForcibly();
        }
    }

    private static Configuration configuration() {
        Configuration conf = SECURE.withKeytab();
        SECURE.addTls(conf);
        conf.set("hbase.rpc.protection", "privacy");
        conf.set(
                "hbase.rpc.tls.keystore.location",
                SECURE.folder().resolve("client.p12").toString());
        conf.set("hbase.rpc.tls.keystore.password", TestAuthority.PASSWORD);
        // Not used without client.secure; it must not be told either.
        conf.set("hbase.zookeeper.property.ssl.keyStore.password", TestAuthority.PASSWORD);
        return conf;
    }
}
