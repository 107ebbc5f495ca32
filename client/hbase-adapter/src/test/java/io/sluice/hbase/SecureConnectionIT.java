package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.client.AsyncConnections;
import io.sluice.client.AuthenticationToken;
import io.sluice.client.CredentialsProvider;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedKerberos;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.provider.SaslClientAuthenticationProviders;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HBase's connection to a cluster with Kerberos, read from by HBase and written to by Sluice, as the user of each. */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
class SecureConnectionIT {
    private static final String KRB5_CONF = "java.security.krb5.conf";
    private static final TableName TABLE = TableName.valueOf("t");
    private static final byte[] F = "f".getBytes(UTF_8);

    private static EmbeddedHBase server;

    @BeforeAll
    static void start() throws Exception {
        server = EmbeddedHBase.start(
                EmbeddedOptions.defaults().withFastStart().withSetting("hbase.security.authentication", "kerberos"));
        server.client().createTable("t", List.of(new FamilyOptions("f", 1)), List.of());
        System.setProperty(KRB5_CONF, server.kerberos().krb5Conf().toString());
        UserGroupInformation.setConfiguration(conf());
        // HBase keeps what the first connection of a JVM was configured with.
        SaslClientAuthenticationProviders.reset();
    }

    @AfterAll
    static void stop() {
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
        conf.set("hbase.client.connection.impl", "io.sluice.hbase.SluiceConnection");
        return conf;
    }

    private static Configuration withKeytab() {
        Configuration conf = conf();
        conf.set(
                "hbase.client.keytab.file",
                server.kerberos().keytab(EmbeddedKerberos.WRITER).toString());
        conf.set("hbase.client.keytab.principal", EmbeddedKerberos.WRITER);
        return conf;
    }

    private static void assertWrites(Connection connection, String row) throws IOException {
        try (BufferedMutator mutator = connection.getBufferedMutator(TABLE)) {
            mutator.mutate(new Put(row.getBytes(UTF_8)).addColumn(F, F, F));
        }
        try (Table table = connection.getTable(TABLE)) {
            assertThat(table.exists(new Get(row.getBytes(UTF_8)))).isTrue();
        }
    }

    @Test
    void user_ofTheConfiguredKeytab_writes() throws Exception {
        try (Connection connection = ConnectionFactory.createConnection(withKeytab())) {
            assertWrites(connection, "keytab");
        }
    }

    /** As the task of a job, which has no login. */
    @Test
    void user_withATokenOnly_writes() throws Exception {
        AuthenticationToken token;
        try (io.sluice.client.AsyncConnection own = AsyncConnections.builder()
                .configuration(WriterConnection.translated(conf()))
                .credentials(CredentialsProvider.keytab(
                        EmbeddedKerberos.WRITER, server.kerberos().keytab(EmbeddedKerberos.WRITER)))
                .build()
                .get(60, TimeUnit.SECONDS)) {
            token = own.obtainToken().get(60, TimeUnit.SECONDS);
        }
        UserGroupInformation task = UserGroupInformation.createRemoteUser("task");
        boolean isNew = task.addToken(new Token<>(
                token.identifier(), token.password(), new Text("HBASE_AUTH_TOKEN"), new Text(token.service())));
        assertThat(isNew).isTrue();
        try (Connection connection = ConnectionFactory.createConnection(conf(), User.create(task))) {
            assertWrites(connection, "token");
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
