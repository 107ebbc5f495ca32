package io.sluice.client;

import java.io.IOException;
import javax.security.auth.Subject;

/**
 * Provides the Kerberos credentials of a program that logs in by itself, see {@link CredentialsProvider#subject}. Called by
 * threads that may block, possibly several at once.
 */
@FunctionalInterface
public interface SubjectSource {

    /**
     * The subject with a ticket-granting ticket; called whenever a connection is opened. It may be the same object each time,
     * with other tickets: Sluice copies its content under the lock of its private credentials, as the JDK does.
     *
     * @throws IOException if there is none. The connection is attempted again later, as for an unreachable server; an {@link
     *     io.sluice.AccessDeniedException} is final
     */
    Subject subject() throws IOException;

    /**
     * Obtains another ticket, after a server or the KDC has refused that of {@link #subject}. If {@code subject} then has
     * another one, the connection is attempted once more. Does nothing by default.
     *
     * @throws IOException as {@link #subject}
     */
    default void renew() throws IOException {}
}
