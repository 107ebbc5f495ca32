package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.client.CredentialsProvider;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WriterIdentityTest {
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
        assertThat(WriterIdentity.of(conf, user("somebody"), null)).isEqualTo(CredentialsProvider.simple("somebody"));
    }

    @Test
    void proxyUser_withoutSecurity_isActedFor() {
        UserGroupInformation proxy =
                UserGroupInformation.createProxyUser("guest", UserGroupInformation.createRemoteUser("gateway"));
        assertThat(WriterIdentity.of(conf, User.create(proxy), Map.of()))
                .isEqualTo(CredentialsProvider.simple("gateway").actingFor("guest"));
    }

    @Test
    void user_whomSluiceCannotLogInAs_isRefused() {
        conf.set("hbase.security.authentication", "kerberos");
        assertThatThrownBy(() -> WriterIdentity.of(conf, user("alice@A.B"), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("alice@A.B", "ticket cache", "hbase.client.keytab.principal");
        conf.set("hbase.client.keytab.principal", "bob@A.B");
        assertThatThrownBy(() -> WriterIdentity.of(conf, user("alice@A.B"), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("alice@A.B", "'bob@A.B'");
    }

    @Test
    void user_ofTheConfiguredKeytab_isAccepted() {
        conf.set("hbase.security.authentication", "kerberos");
        conf.set("hbase.client.keytab.principal", "writer/_HOST@A.B");
        assertThat(WriterIdentity.of(conf, user("writer/node1@A.B"), null))
                .isEqualTo(CredentialsProvider.fromConfiguration());
    }

    @Test
    void connectionAttributes_areRefused() {
        assertThatThrownBy(() -> WriterIdentity.of(conf, user("a"), Map.of("team", new byte[1])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("team");
    }
}
