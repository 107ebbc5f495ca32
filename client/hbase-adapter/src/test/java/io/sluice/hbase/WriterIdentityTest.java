package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AccessDeniedException;
import io.sluice.client.CredentialsProvider;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Date;
import java.util.List;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.kerberos.KerberosTicket;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.SaslRpcServer;
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
        assertThat(WriterIdentity.of(conf, user("somebody"), CLUSTER))
                .isEqualTo(CredentialsProvider.simple("somebody"));
    }

    @Test
    void proxyUser_withoutSecurity_isActedFor() {
        UserGroupInformation proxy =
                UserGroupInformation.createProxyUser("guest", UserGroupInformation.createRemoteUser("gateway"));
        assertThat(WriterIdentity.of(conf, User.create(proxy), CLUSTER))
                .isEqualTo(CredentialsProvider.simple("gateway").actingFor("guest"));
    }

    private static UserGroupInformation withTicket(String name, KerberosTicket... tickets) {
        UserGroupInformation user = UserGroupInformation.createRemoteUser(name, SaslRpcServer.AuthMethod.KERBEROS);
        PrivilegedAction<Boolean> add =
                () -> currentSubject().getPrivateCredentials().addAll(List.of(tickets));
        assertThat(user.doAs(add)).isEqualTo(tickets.length > 0);
        return user;
    }

    @SuppressWarnings("removal") // As Hadoop does.
    private static Subject currentSubject() {
        return Subject.getSubject(AccessController.getContext());
    }

    private static KerberosTicket ticket(String name) {
        return new KerberosTicket(
                new byte[] {1},
                new KerberosPrincipal(name),
                new KerberosPrincipal("krbtgt/A.B@A.B"),
                new byte[16],
                17,
                new boolean[32],
                new Date(),
                new Date(),
                new Date(System.currentTimeMillis() + 3_600_000),
                null,
                null);
    }

    @Test
    void kerberosUser_withTicket_writesByIt() throws Exception {
        conf.set("hbase.security.authentication", "kerberos");
        KerberosTicket ticket = ticket("alice@A.B");
        CredentialsProvider provider = WriterIdentity.of(conf, User.create(withTicket("alice@A.B", ticket)), CLUSTER);
        assertThat(provider).isInstanceOf(CredentialsProvider.KerberosSubject.class);
        CredentialsProvider.KerberosSubject alice = (CredentialsProvider.KerberosSubject) provider;
        assertThat(alice.userName()).isEqualTo("alice@A.B");
        Subject subject = alice.source().subject();
        assertThat(subject.getPrivateCredentials()).contains(ticket);
        subject.getPrivateCredentials().clear();
        assertThatThrownBy(() -> alice.source().subject())
                .as("a login of Hadoop's that failed")
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("alice@A.B");
    }

    @Test
    void proxyUser_ofAKerberosUser_isActedFor() {
        conf.set("hbase.security.authentication", "kerberos");
        UserGroupInformation gateway = withTicket("gateway@A.B", ticket("gateway@A.B"));
        assertThat(WriterIdentity.of(
                        conf, User.create(UserGroupInformation.createProxyUser("guest", gateway)), CLUSTER))
                .isInstanceOfSatisfying(CredentialsProvider.ActingFor.class, guest -> {
                    assertThat(guest.userName()).isEqualTo("guest");
                    assertThat(guest.real()).isInstanceOf(CredentialsProvider.KerberosSubject.class);
                });
    }

    @Test
    void user_withoutTicketAndToken_isRefused() {
        conf.set("hbase.security.authentication", "kerberos");
        conf.set("hbase.client.keytab.principal", "alice@A.B");
        for (UserGroupInformation user :
                List.of(UserGroupInformation.createRemoteUser("alice@A.B"), withTicket("alice@A.B"))) {
            assertThatThrownBy(() -> WriterIdentity.of(conf, User.create(user), CLUSTER))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("alice@A.B", CLUSTER, "hbase.client.keytab.file");
        }
        UserGroupInformation guest =
                UserGroupInformation.createProxyUser("guest", UserGroupInformation.createRemoteUser("gateway@A.B"));
        assertThatThrownBy(() -> WriterIdentity.of(conf, User.create(guest), CLUSTER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("gateway@A.B", "on behalf of 'guest'");
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
        assertThat(WriterIdentity.of(conf, user, CLUSTER))
                .isInstanceOfSatisfying(
                        CredentialsProvider.TokenSource.class,
                        carried -> assertThat(carried.source().get().identifier())
                                .asString(UTF_8)
                                .isEqualTo("id of cluster-1/HBASE_AUTH_TOKEN"));
    }

    /** As Spark and the like do before a token expires. */
    @Test
    void token_replaced_isUsedFromThenOn() {
        conf.set("hbase.security.authentication", "kerberos");
        User user = userWithTokens("cluster-1/HBASE_AUTH_TOKEN");
        CredentialsProvider.TokenSource tokens =
                (CredentialsProvider.TokenSource) WriterIdentity.of(conf, user, CLUSTER);
        user.addToken(new Token<>(
                "a later one".getBytes(UTF_8), new byte[] {2}, new Text("HBASE_AUTH_TOKEN"), new Text(CLUSTER)));
        assertThat(tokens.source().get().identifier()).asString(UTF_8).isEqualTo("a later one");
    }

    @Test
    void token_ofAnotherCluster_isNotUsed() {
        conf.set("hbase.security.authentication", "kerberos");
        assertThatThrownBy(() -> WriterIdentity.of(conf, userWithTokens("cluster-2/HBASE_AUTH_TOKEN"), CLUSTER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("task@A.B");
    }

    @Test
    void token_withoutSecurity_isNotNeeded() {
        assertThat(WriterIdentity.of(conf, userWithTokens("cluster-1/HBASE_AUTH_TOKEN"), CLUSTER))
                .isEqualTo(CredentialsProvider.simple("task@A.B"));
    }
}
