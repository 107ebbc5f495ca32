package io.sluice.client;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a client authenticates, in place of what the configuration says. */
public sealed interface CredentialsProvider {

    /** As the configuration says: {@code hbase.security.authentication} and the keys beside it. */
    static CredentialsProvider fromConfiguration() {
        return new FromConfiguration();
    }

    /** No authentication: servers without security trust the name. */
    static CredentialsProvider simple(String userName) {
        return new Simple(userName);
    }

    /**
     * Kerberos by a key in a file; tickets are obtained and renewed as needed.
     *
     * @param principal {@code name@REALM} or {@code name/host@REALM}; {@code _HOST} is this host
     */
    static CredentialsProvider keytab(String principal, Path file) {
        return new Keytab(principal, file);
    }

    /** Kerberos by the tickets of {@code kinit}, in the cache of {@code KRB5CCNAME} or the system's default. */
    static CredentialsProvider ticketCache() {
        return new TicketCache(null);
    }

    /** Kerberos by the tickets in a cache that another program keeps fresh. */
    static CredentialsProvider ticketCache(Path file) {
        return new TicketCache(Objects.requireNonNull(file, "file"));
    }

    /** A token that was obtained from the cluster before, see {@link AsyncConnection#obtainToken}. */
    static CredentialsProvider token(AuthenticationToken token) {
        return new Token(token);
    }

    /**
     * The token that the program has at the time, asked for whenever a connection is opened: for a program whose tokens are
     * replaced before they expire.
     *
     * @param source called by threads that may wait, possibly several at once; what it throws fails the connection
     */
    static CredentialsProvider tokens(Supplier<AuthenticationToken> source) {
        return new TokenSource(source);
    }

    /**
     * Kerberos by a login of the program's own, which also renews it.
     *
     * @param userName {@code name@REALM}, for messages, and without the realm for servers that do not authenticate where
     *     {@code hbase.ipc.client.fallback-to-simple-auth-allowed} is set
     * @param source asked for the tickets whenever a connection is opened
     */
    static CredentialsProvider subject(String userName, SubjectSource source) {
        return new KerberosSubject(userName, source);
    }

    /**
     * The same authentication, acting for another user. The servers must allow it ({@code hadoop.proxyuser.*} there). Not with
     * a token, which is for one user.
     *
     * @throws IllegalStateException if this is a token, or acts for another user already
     */
    default CredentialsProvider actingFor(String userName) {
        if (this instanceof Token || this instanceof TokenSource || this instanceof ActingFor) {
            throw new IllegalStateException(this + " cannot act for '" + userName + "'");
        }
        return new ActingFor(this, userName);
    }

    /** As the configuration says. */
    record FromConfiguration() implements CredentialsProvider {}

    /** No authentication. */
    record Simple(String userName) implements CredentialsProvider {
        public Simple {
            Objects.requireNonNull(userName, "userName");
        }
    }

    /** Kerberos by a key in a file. */
    record Keytab(String principal, Path file) implements CredentialsProvider {
        public Keytab {
            Objects.requireNonNull(principal, "principal");
            Objects.requireNonNull(file, "file");
        }
    }

    /** Kerberos by a ticket in a cache; null for the default one. */
    record TicketCache(@Nullable Path file) implements CredentialsProvider {}

    /** A token. */
    record Token(AuthenticationToken token) implements CredentialsProvider {
        public Token {
            Objects.requireNonNull(token, "token");
        }
    }

    /** The token of the time. */
    record TokenSource(Supplier<AuthenticationToken> source) implements CredentialsProvider {
        public TokenSource {
            Objects.requireNonNull(source, "source");
        }
    }

    /** Kerberos by a login of the program's own. */
    record KerberosSubject(String userName, SubjectSource source) implements CredentialsProvider {
        public KerberosSubject {
            Objects.requireNonNull(userName, "userName");
            Objects.requireNonNull(source, "source");
        }
    }

    /** On behalf of another user. */
    record ActingFor(CredentialsProvider real, String userName) implements CredentialsProvider {
        public ActingFor {
            Objects.requireNonNull(real, "real");
            Objects.requireNonNull(userName, "userName");
        }
    }
}
