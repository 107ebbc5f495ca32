package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.client.AsyncConnections;
import io.sluice.client.AuthenticationToken;
import io.sluice.client.CredentialsProvider;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedKerberos;
import io.sluice.embedded.EmbeddedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.LoginContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.provider.SaslClientAuthenticationProviders;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HBase's connection to a cluster with Kerberos, read from by HBase and written to by Sluice, as the user of each. */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
class SecureConnectionIT {
    private static final String KRB5_CONF = "java.security.krb5.conf";

    @TempDir
    static Path folder;

    private static EmbeddedHBase server;
    private static Connection stock;
    private static CallerTable table;

    @BeforeAll
    static void start() throws Exception {
        server = EmbeddedHBase.start(
                EmbeddedOptions.defaults().withFastStart().withSetting("hbase.security.authentication", "kerberos"));
        System.setProperty(KRB5_CONF, server.kerberos().krb5Conf().toString());
        UserGroupInformation.setConfiguration(conf());
        // HBase keeps what the first connection of a JVM was configured with.
        SaslClientAuthenticationProviders.reset();
        Configuration reader = withKeytab();
        reader.unset("hbase.client.connection.impl");
        stock = ConnectionFactory.createConnection(reader);
        table = CallerTable.create(stock, "t", folder);
    }

    @AfterAll
    static void stop() throws IOException {
        stock.close();
        System.clearProperty(KRB5_CONF);
        UserGroupInformation.reset();
        SaslClientAuthenticationProviders.reset();
        server.close();
    }

    private static Configuration conf() {
        Configuration conf = HBaseConfiguration.create();
        conf.set("hadoop.security.authentication", "kerberos");
        conf.set("hbase.security.authentication", "kerberos");
        conf.set("hbase.regionserver.kerberos.principal", "hbase/_HOST@" + EmbeddedKerberos.REALM);
        conf.set("hbase.master.kerberos.principal", "hbase/_HOST@" + EmbeddedKerberos.REALM);
        server.settings().forEach(conf::set);
        conf.setInt("hbase.client.retries.number", 2);
        conf.set("hadoop.kerberos.min.seconds.before.relogin", "1");
        conf.set("hbase.security.relogin.maxbackoff", "100");
        conf.set("hbase.client.connection.impl", "io.sluice.hbase.SluiceConnection");
        return conf;
    }

    private static Configuration withKeytab() {
        Configuration conf = conf();
        conf.set("hbase.client.keytab.file", keytab(EmbeddedKerberos.WRITER));
        conf.set("hbase.client.keytab.principal", EmbeddedKerberos.WRITER);
        return conf;
    }

    private static String keytab(String principal) {
        return server.kerberos().keytab(principal).toString();
    }

    private static UserGroupInformation login(String principal) throws IOException {
        return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal, keytab(principal));
    }

    private static void write(Connection connection, String row) throws IOException {
        try (BufferedMutator mutator = connection.getBufferedMutator(table.name())) {
            mutator.mutate(CallerTable.put(row));
        }
    }

    /** With a connection that is made for the user. */
    private static void assertWritesAs(UserGroupInformation user, String row, String caller) throws IOException {
        try (Connection connection = ConnectionFactory.createConnection(conf(), User.create(user))) {
            write(connection, row);
        }
        assertThat(table.caller(stock, row)).isEqualTo(caller);
    }

    @Test
    void user_ofTheConfiguredKeytab_writes() throws Exception {
        try (Connection connection = ConnectionFactory.createConnection(withKeytab())) {
            write(connection, "keytab");
        }
        assertThat(table.caller(stock, "keytab")).isEqualTo(EmbeddedKerberos.WRITER + " (auth:KERBEROS)");
    }

    @Test
    void user_whoIsNotTheLoginUser_writes() throws Exception {
        assertThat(UserGroupInformation.getLoginUser().getUserName()).isEqualTo(EmbeddedKerberos.WRITER);
        assertWritesAs(login(EmbeddedKerberos.OTHER), "other", EmbeddedKerberos.OTHER + " (auth:KERBEROS)");
    }

    /** As a program does that logs in by JAAS. */
    @Test
    void subject_thatTheProgramHasLoggedIn_writes() throws Exception {
        LoginContext jaas =
                new LoginContext("test", new Subject(), null, new javax.security.auth.login.Configuration() {
                    @Override
                    public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                        Map<String, String> options = Map.of(
                                "useKeyTab", "true",
                                "keyTab", keytab(EmbeddedKerberos.OTHER),
                                "principal", EmbeddedKerberos.OTHER,
                                "doNotPrompt", "true",
                                "refreshKrb5Config", "true");
                        return new AppConfigurationEntry[] {
                            new AppConfigurationEntry(
                                    "com.sun.security.auth.module.Krb5LoginModule",
                                    AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
                                    options)
                        };
                    }
                });
        jaas.login();
        assertWritesAs(
                UserGroupInformation.getUGIFromSubject(jaas.getSubject()),
                "jaas",
                EmbeddedKerberos.OTHER + " (auth:KERBEROS)");
    }

    @Test
    void proxyUser_allowed_writesByTheRealOne() throws Exception {
        assertWritesAs(
                UserGroupInformation.createProxyUser("guest", login(EmbeddedKerberos.WRITER)),
                "guest",
                "guest (auth:PROXY) via " + EmbeddedKerberos.WRITER + " (auth:KERBEROS)");
    }

    @Test
    void proxyUser_notAllowed_isRefusedByTheServer() throws Exception {
        User mallory = User.create(UserGroupInformation.createProxyUser("mallory", login(EmbeddedKerberos.WRITER)));
        try (Connection connection = ConnectionFactory.createConnection(conf(), mallory)) {
            assertThatThrownBy(() -> write(connection, "mallory")).hasStackTraceContaining("mallory");
        }
        assertThatThrownBy(() -> table.caller(stock, "mallory")).hasMessage("there is no row mallory");
    }

    private static Token<?> token() throws Exception {
        AuthenticationToken token;
        try (io.sluice.client.AsyncConnection own = AsyncConnections.builder()
                .configuration(WriterConnection.translated(conf()))
                .credentials(
                        CredentialsProvider.keytab(EmbeddedKerberos.WRITER, Path.of(keytab(EmbeddedKerberos.WRITER))))
                .build()
                .get(60, TimeUnit.SECONDS)) {
            token = own.obtainToken().get(60, TimeUnit.SECONDS);
        }
        return new Token<>(
                token.identifier(), token.password(), new Text("HBASE_AUTH_TOKEN"), new Text(token.service()));
    }

    /** As the task of a job, which has no login. */
    @Test
    void user_withATokenOnly_writes() throws Exception {
        UserGroupInformation task = UserGroupInformation.createRemoteUser("task");
        assertThat(task.addToken(token())).isTrue();
        assertWritesAs(task, "token", EmbeddedKerberos.WRITER + " (auth:TOKEN)");
    }

    @Test
    void token_replacedWhileTheConnectionIsOpen_isUsed() throws Exception {
        Token<?> good = token();
        byte[] password = good.getPassword().clone();
        password[0]++;
        UserGroupInformation task = UserGroupInformation.createRemoteUser("task");
        assertThat(task.addToken(new Token<>(good.getIdentifier(), password, good.getKind(), good.getService())))
                .isTrue();
        Configuration conf = conf();
        // Else the refusal is told again for two seconds.
        conf.set("hbase.ipc.client.failed.servers.expiry", "0");
        try (Connection connection = ConnectionFactory.createConnection(conf, User.create(task))) {
            assertThatThrownBy(() -> write(connection, "expired")).hasStackTraceContaining("DIGEST-MD5");
            assertThat(task.addToken(good)).isTrue();
            write(connection, "replaced");
        }
        assertThat(table.caller(stock, "replaced")).isEqualTo(EmbeddedKerberos.WRITER + " (auth:TOKEN)");
    }

    /** Hadoop replaces the ticket in its subject; Sluice opens connections all the while. */
    @Test
    void keytab_overSeveralLivesOfTickets_noWriteFails() throws Exception {
        Path krb5 = folder.resolve("krb5.conf");
        String usual = Files.readString(server.kerberos().krb5Conf());
        Files.writeString(krb5, usual.replace("[libdefaults]", "[libdefaults]\n    ticket_lifetime = 3s"));
        System.setProperty(KRB5_CONF, krb5.toString());
        try {
            UserGroupInformation other = login(EmbeddedKerberos.OTHER);
            Configuration conf = conf();
            conf.set("sluice.client.pool.max.lifetime", "200");
            int written = 0;
            try (Connection connection = ConnectionFactory.createConnection(conf, User.create(other));
                    BufferedMutator mutator = connection.getBufferedMutator(table.name())) {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
                while (System.nanoTime() < end) {
                    mutator.mutate(CallerTable.put("lives-" + written++));
                    mutator.flush();
                }
            }
            assertThat(table.caller(stock, "lives-" + (written - 1)))
                    .isEqualTo(EmbeddedKerberos.OTHER + " (auth:KERBEROS)");
        } finally {
            System.setProperty(KRB5_CONF, server.kerberos().krb5Conf().toString());
        }
    }

    @Test
    void user_withNeither_isRefused() {
        User stranger = User.create(UserGroupInformation.createRemoteUser("stranger@" + EmbeddedKerberos.REALM));
        assertThatThrownBy(() -> ConnectionFactory.createConnection(conf(), stranger))
                .isInstanceOf(IOException.class)
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .hasStackTraceContaining("Sluice cannot write as user 'stranger@");
    }
}
