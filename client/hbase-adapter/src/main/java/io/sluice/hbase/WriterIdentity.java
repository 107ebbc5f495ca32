package io.sluice.hbase;

import io.sluice.client.AuthenticationToken;
import io.sluice.client.CredentialsProvider;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/** Makes Sluice write as the user of HBase's connection, or refuses. */
final class WriterIdentity {
    private static final String TOKEN_KIND = "HBASE_AUTH_TOKEN";

    private WriterIdentity() {}

    /**
     * Returns the credentials of a user, in HBase's order: a token for this cluster, which the tasks of a job have,
     * comes before Kerberos.
     *
     * @param clusterId id of the cluster, as in tokens
     * @throws IllegalArgumentException if Sluice cannot write as this user
     */
    static CredentialsProvider of(Configuration conf, User user, String clusterId) {
        UserGroupInformation effective = user.getUGI();
        UserGroupInformation real = effective.getRealUser();
        UserGroupInformation self = real == null ? effective : real;
        CredentialsProvider own;
        if (!conf.get("hbase.security.authentication", "simple").equalsIgnoreCase("kerberos")) {
            own = CredentialsProvider.simple(self.getUserName());
        } else if (token(effective, clusterId).isPresent()) {
            return CredentialsProvider.tokens(() -> token(effective, clusterId)
                    .orElseThrow(() -> new IllegalStateException("user '" + effective.getUserName() + "' has no "
                            + TOKEN_KIND + " for cluster " + clusterId + " any more")));
        } else if (HadoopLogin.isOf(self)) {
            own = CredentialsProvider.subject(self.getUserName(), new HadoopLogin(self));
        } else {
            throw new IllegalArgumentException(
                    "Sluice cannot write as user '" + self.getUserName()
                            + "' (authenticated by " + self.getAuthenticationMethod() + ")"
                            + (real == null ? "" : " on behalf of '" + effective.getUserName() + "'")
                            + ": the user has neither a " + TOKEN_KIND + " for cluster " + clusterId
                            + " nor Kerberos tickets. Log in before the connection is created, by"
                            + " UserGroupInformation, by kinit, or by hbase.client.keytab.principal and hbase.client.keytab.file");
        }
        return real == null ? own : own.actingFor(effective.getUserName());
    }

    /** Returns the token for this cluster; a job that reads from one cluster and writes to another has two. */
    private static Optional<AuthenticationToken> token(UserGroupInformation user, String clusterId) {
        for (Token<?> token : user.getTokens()) {
            if (token.getKind().toString().equals(TOKEN_KIND)
                    && token.getService().toString().equals(clusterId)) {
                return Optional.of(AuthenticationToken.of(token.getIdentifier(), token.getPassword(), clusterId));
            }
        }
        return Optional.empty();
    }
}
