package io.sluice.client;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a client authenticates; takes precedence over the configuration. */
public sealed interface CredentialsProvider {

    /** As the configuration says: {@code hbase.security.authentication} and the keys beside it. */
    static CredentialsProvider fromConfiguration() {
        return new FromConfiguration();
    }

    /** No authentication, for servers that trust the name. */
    static CredentialsProvider simple(String userName) {
        return new Simple(userName);
    }

    /**
     * Kerberos with a keytab; tickets are obtained and renewed as needed.
     *
     * @param principal {@code name@REALM} or {@code name/host@REALM}; {@code _HOST} is this host
     */
    static CredentialsProvider keytab(String principal, Path file) {
        return new Keytab(principal, file);
    }

    /** Kerberos with the tickets of {@code kinit}, in the cache of {@code KRB5CCNAME} or the system's default. */
    static CredentialsProvider ticketCache() {
        return new TicketCache(null);
    }

    /** Kerberos with the tickets in a cache that another program renews. */
    static CredentialsProvider ticketCache(Path file) {
        return new TicketCache(Objects.requireNonNull(file, "file"));
    }

    /** A token that was obtained from the cluster, see {@link AsyncConnection#obtainToken}. */
    static CredentialsProvider token(AuthenticationToken token) {
        return new Token(token);
    }

    /**
     * The program's current token, requested whenever a connection is opened: for programs that replace their tokens before
     * they expire.
     *
     * @param source called by threads that may block, possibly several at once; if it throws, the connection fails
     */
    static CredentialsProvider tokens(Supplier<AuthenticationToken> source) {
        return new TokenSource(source);
    }

    /**
     * Kerberos with a login that the program makes and renews.
     *
     * @param userName {@code name@REALM}, for messages and, without the realm, for servers that do not authenticate if
     *     {@code hbase.ipc.client.fallback-to-simple-auth-allowed} is set
     * @param source asked for the tickets whenever a connection is opened
     */
    static CredentialsProvider subject(String userName, SubjectSource source) {
        return new KerberosSubject(userName, source);
    }

    /**
     * The same authentication, acting for another user, which the servers must allow ({@code hadoop.proxyuser.*} there). Not
     * possible with a token, which is for one user.
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

    /** Kerberos with a keytab. */
    record Keytab(String principal, Path file) implements CredentialsProvider {
        public Keytab {
            Objects.requireNonNull(principal, "principal");
            Objects.requireNonNull(file, "file");
        }
    }

    /** Kerberos with a ticket cache; null for the default one. */
    record TicketCache(@Nullable Path file) implements CredentialsProvider {}

    /** A token. */
    record Token(AuthenticationToken token) implements CredentialsProvider {
        public Token {
            Objects.requireNonNull(token, "token");
        }
    }

    /** The program's current token. */
    record TokenSource(Supplier<AuthenticationToken> source) implements CredentialsProvider {
        public TokenSource {
            Objects.requireNonNull(source, "source");
        }
    }

    /** Kerberos with a login of the program. */
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
