package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.embedded.EmbeddedHBase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a server without security knows of the program: the user of the connection, and its attributes. */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
@ExtendWith(TestHBase.class)
class CallerIT {
    private static final Map<String, byte[]> ATTRIBUTES =
            Map.of("team", bytes("red"), "größe", bytes("v".repeat(5_000)));

    @TempDir
    static Path folder;

    private static EmbeddedHBase server;
    private static Connection stock;
    private static CallerTable table;

    @BeforeAll
    static void start(EmbeddedHBase hbase) throws Exception {
        server = hbase;
        stock = ConnectionFactory.createConnection(conf());
        table = CallerTable.create(stock, "t", folder);
    }

    @AfterAll
    static void stop() throws IOException {
        stock.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static Configuration conf() {
        Configuration conf = HBaseConfiguration.create();
        server.settings().forEach(conf::set);
        return conf;
    }

    private static Configuration adapter() {
        Configuration conf = conf();
        conf.set("hbase.client.connection.impl", "io.sluice.hbase.SluiceConnection");
        conf.set("hbase.client.async.connection.impl", "io.sluice.hbase.SluiceAsyncConnection");
        return conf;
    }

    /** By a mutator, which is Sluice, and by a table, which is HBase. */
    private static void write(Connection connection, String row) throws IOException {
        try (BufferedMutator mutator = connection.getBufferedMutator(table.name());
                Table direct = connection.getTable(table.name())) {
            mutator.mutate(CallerTable.put(row));
            direct.put(CallerTable.put(row + "-of-hbase"));
        }
    }

    private static void write(AsyncConnection connection, String row) throws Exception {
        try (AsyncBufferedMutator mutator = connection.getBufferedMutator(table.name())) {
            var written = mutator.mutate(CallerTable.put(row));
            mutator.flush();
            Object unused = written.get(60, TimeUnit.SECONDS);
            unused = connection
                    .getTable(table.name())
                    .put(CallerTable.put(row + "-of-hbase"))
                    .get(60, TimeUnit.SECONDS);
        }
    }

    private static void assertCaller(String row, String caller) throws IOException {
        assertThat(table.caller(stock, row)).isEqualTo(caller);
        assertThat(table.caller(stock, row + "-of-hbase")).isEqualTo(caller);
    }

    @Test
    void user_ofTheConnection_isTheOneThatWrites() throws Exception {
        User alice = User.create(UserGroupInformation.createRemoteUser("alice"));
        try (Connection connection = ConnectionFactory.createConnection(adapter(), alice);
                AsyncConnection async = ConnectionFactory.createAsyncConnection(adapter(), alice)
                        .get(60, TimeUnit.SECONDS)) {
            write(connection, "alice");
            write(async, "alice-async");
        }
        assertCaller("alice", "alice (auth:SIMPLE)");
        assertCaller("alice-async", "alice (auth:SIMPLE)");
    }

    @Test
    void user_inWhoseNameTheConnectionIsMade_isTheOneThatWrites() throws Exception {
        Configuration conf = adapter();
        Connection connection = User.create(UserGroupInformation.createRemoteUser("carol"))
                .runAs((java.security.PrivilegedExceptionAction<Connection>)
                        () -> ConnectionFactory.createConnection(conf));
        try (connection) {
            write(connection, "carol");
        }
        assertCaller("carol", "carol (auth:SIMPLE)");
    }

    @Test
    void proxyUser_writesByTheRealOne() throws Exception {
        UserGroupInformation gateway = UserGroupInformation.createRemoteUser("gateway");
        User guest = User.create(UserGroupInformation.createProxyUser("guest", gateway));
        try (Connection connection = ConnectionFactory.createConnection(adapter(), guest);
                AsyncConnection async = ConnectionFactory.createAsyncConnection(adapter(), guest)
                        .get(60, TimeUnit.SECONDS)) {
            write(connection, "guest");
            write(async, "guest-async");
        }
        assertCaller("guest", "guest (auth:SIMPLE) via gateway (auth:SIMPLE)");
        assertCaller("guest-async", "guest (auth:SIMPLE) via gateway (auth:SIMPLE)");
    }

    @Test
    void connectionAttributes_reachTheServerFromBothClients() throws Exception {
        Map<String, String> sent = new HashMap<>();
        ATTRIBUTES.forEach((name, value) -> sent.put(name, new String(value, UTF_8)));
        User user = User.getCurrent();
        try (Connection connection = ConnectionFactory.createConnection(adapter(), null, user, ATTRIBUTES);
                AsyncConnection async = ConnectionFactory.createAsyncConnection(adapter(), user, ATTRIBUTES)
                        .get(60, TimeUnit.SECONDS)) {
            write(connection, "attributes");
            write(async, "attributes-async");
        }
        for (String row : new String[] {"attributes", "attributes-async"}) {
            assertThat(table.attributes(stock, row)).isEqualTo(sent);
            assertThat(table.attributes(stock, row + "-of-hbase")).isEqualTo(sent);
        }
    }

    @Test
    void connectionAttributes_none_noneIsSent() throws Exception {
        try (Connection connection = ConnectionFactory.createConnection(adapter())) {
            write(connection, "none");
        }
        assertThat(table.attributes(stock, "none")).isEmpty();
    }

    @Test
    void connectionAttributes_withoutValue_areRefusedWithTheirName() {
        Map<String, byte[]> attributes = new HashMap<>();
        attributes.put("job", null);
        assertThatThrownBy(() -> ConnectionFactory.createConnection(adapter(), null, User.getCurrent(), attributes))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("connection attribute 'job' is null");
    }
}
