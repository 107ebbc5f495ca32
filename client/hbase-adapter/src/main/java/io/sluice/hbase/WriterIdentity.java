package io.sluice.hbase;

import io.sluice.client.AuthenticationToken;
import io.sluice.client.CredentialsProvider;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/** Makes Sluice write as the user for whom HBase's connection was made, or refuses. */
final class WriterIdentity {
    private static final String PRINCIPAL = "hbase.client.keytab.principal";
    private static final String TOKEN_KIND = "HBASE_AUTH_TOKEN";

    private WriterIdentity() {}

    /**
     * The credentials of a user, in HBase's order: a token for this cluster, which the tasks of a job have, goes before
     * Kerberos.
     *
     * @param clusterId which cluster it is, as tokens name it
     * @throws IllegalArgumentException if Sluice cannot write as this user, or cannot send what shall identify the client
     */
    static CredentialsProvider of(
            Configuration conf, User user, String clusterId, @Nullable Map<String, byte[]> connectionAttributes) {
        if (connectionAttributes != null && !connectionAttributes.isEmpty()) {
            throw new IllegalArgumentException("Sluice sends no connection attributes, but there are "
                    + connectionAttributes.keySet() + "; make the connection without them");
        }
        boolean secure = conf.get("hbase.security.authentication", "simple").equalsIgnoreCase("kerberos");
        UserGroupInformation effective = user.getUGI();
        AuthenticationToken token = secure ? token(effective, clusterId) : null;
        if (token != null) {
            return CredentialsProvider.token(token);
        }
        UserGroupInformation real = effective.getRealUser();
        UserGroupInformation self = real == null ? effective : real;
        CredentialsProvider own = secure ? kerberos(conf, self) : CredentialsProvider.simple(self.getUserName());
        return real == null ? own : own.actingFor(effective.getUserName());
    }

    /** The one for this cluster; a job that reads from one cluster and writes to another has two. */
    private static @Nullable AuthenticationToken token(UserGroupInformation user, String clusterId) {
        for (Token<?> token : user.getTokens()) {
            if (token.getKind().toString().equals(TOKEN_KIND)
                    && token.getService().toString().equals(clusterId)) {
                return AuthenticationToken.of(token.getIdentifier(), token.getPassword(), clusterId);
            }
        }
        return null;
    }

    /** Sluice logs in by itself, with what the configuration names: that must be the same user. */
    private static CredentialsProvider kerberos(Configuration conf, UserGroupInformation user) {
        String principal = conf.getTrimmed(PRINCIPAL, "");
        boolean isSame = principal.isEmpty()
                ? user.hasKerberosCredentials() && !user.isFromKeytab()
                : sameName(principal, user.getUserName());
        if (!isSame) {
            throw new IllegalArgumentException("Sluice cannot write as user '" + user.getUserName()
                    + "' (authenticated by " + user.getAuthenticationMethod() + "): it logs in by itself, "
                    + (principal.isEmpty()
                            ? "by the ticket cache, since " + PRINCIPAL + " is not set"
                            : "as " + PRINCIPAL + " = '" + principal + "'")
                    + ". Set " + PRINCIPAL + " and hbase.client.keytab.file to those of this user");
        }
        return CredentialsProvider.fromConfiguration();
    }

    /** Whether a principal, which may have {@code _HOST} in place of this host, is the name of a user. */
    private static boolean sameName(String principal, String userName) {
        int host = principal.indexOf("/_HOST");
        return host < 0
                ? principal.equals(userName)
                : userName.startsWith(principal.substring(0, host + 1))
                        && userName.endsWith(principal.substring(host + "/_HOST".length()));
    }
}
