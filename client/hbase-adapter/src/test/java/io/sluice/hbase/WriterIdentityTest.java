package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.client.CredentialsProvider;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WriterIdentityTest {
    private static final String CLUSTER = "cluster-1";

    private final Configuration conf = new Configuration(false);

    private static User user(String name) {
        return User.create(UserGroupInformation.createRemoteUser(name));
    }

    /** Names with a realm cannot be read before Hadoop has its rules for them. */
    @BeforeAll
    static void initializeHadoop() {
        assertThat(UserGroupInformation.isSecurityEnabled()).isFalse();
    }

    @Test
    void user_withoutSecurity_isTheOneThatWrites() {
        assertThat(WriterIdentity.of(conf, user("somebody"), CLUSTER, null))
                .isEqualTo(CredentialsProvider.simple("somebody"));
    }

    @Test
    void proxyUser_withoutSecurity_isActedFor() {
        UserGroupInformation proxy =
                UserGroupInformation.createProxyUser("guest", UserGroupInformation.createRemoteUser("gateway"));
        assertThat(WriterIdentity.of(conf, User.create(proxy), CLUSTER, Map.of()))
                .isEqualTo(CredentialsProvider.simple("gateway").actingFor("guest"));
    }

    @Test
    void user_whomSluiceCannotLogInAs_isRefused() {
        conf.set("hbase.security.authentication", "kerberos");
        assertThatThrownBy(() -> WriterIdentity.of(conf, user("alice@A.B"), CLUSTER, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("alice@A.B", "ticket cache", "hbase.client.keytab.principal");
        conf.set("hbase.client.keytab.principal", "bob@A.B");
        assertThatThrownBy(() -> WriterIdentity.of(conf, user("alice@A.B"), CLUSTER, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("alice@A.B", "'bob@A.B'");
    }

    @Test
    void user_ofTheConfiguredKeytab_isAccepted() {
        conf.set("hbase.security.authentication", "kerberos");
        conf.set("hbase.client.keytab.principal", "writer/_HOST@A.B");
        assertThat(WriterIdentity.of(conf, user("writer/node1@A.B"), CLUSTER, null))
                .isEqualTo(CredentialsProvider.fromConfiguration());
    }

    private static User userWithTokens(String... servicesAndKinds) {
        User user = user("task@A.B");
        for (String named : servicesAndKinds) {
            String[] parts = named.split("/", 2);
            user.addToken(new Token<>(
                    ("id of " + named).getBytes(UTF_8), new byte[] {1}, new Text(parts[1]), new Text(parts[0])));
        }
        return user;
    }

    @Test
    void token_ofThisCluster_goesBeforeKerberos() {
        conf.set("hbase.security.authentication", "kerberos");
        User user = userWithTokens(
                "cluster-2/HBASE_AUTH_TOKEN", "cluster-1/HDFS_DELEGATION_TOKEN", "cluster-1/HBASE_AUTH_TOKEN");
        assertThat(WriterIdentity.of(conf, user, CLUSTER, null))
                .isInstanceOfSatisfying(
                        CredentialsProvider.Token.class,
                        carried -> assertThat(carried.token().identifier())
                                .asString(UTF_8)
                                .isEqualTo("id of cluster-1/HBASE_AUTH_TOKEN"));
    }

    @Test
    void token_ofAnotherCluster_isNotUsed() {
        conf.set("hbase.security.authentication", "kerberos");
        assertThatThrownBy(() -> WriterIdentity.of(conf, userWithTokens("cluster-2/HBASE_AUTH_TOKEN"), CLUSTER, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("task@A.B");
    }

    @Test
    void token_withoutSecurity_isNotNeeded() {
        assertThat(WriterIdentity.of(conf, userWithTokens("cluster-1/HBASE_AUTH_TOKEN"), CLUSTER, null))
                .isEqualTo(CredentialsProvider.simple("task@A.B"));
    }

    @Test
    void connectionAttributes_areRefused() {
        assertThatThrownBy(() -> WriterIdentity.of(conf, user("a"), CLUSTER, Map.of("team", new byte[1])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("team");
    }
}
