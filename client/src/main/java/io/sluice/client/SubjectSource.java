package io.sluice.client;

import java.io.IOException;
import javax.security.auth.Subject;

/**
 * Where the Kerberos credentials of a program come from that logs in by itself, see {@link CredentialsProvider#subject}.
 * Called by threads that may wait, possibly several at once.
 */
@FunctionalInterface
public interface SubjectSource {

    /**
     * The subject with a ticket-granting ticket; asked whenever a connection is opened. It may be the same object each time,
     * with other tickets in it: Sluice copies what it holds, under the lock of its private credentials, as the JDK does.
     *
     * @throws IOException if there is none. The connection is attempted again later, as if the server could not be reached;
     *     not after an {@link io.sluice.AccessDeniedException}, which is final
     */
    Subject subject() throws IOException;

    /**
     * Obtains another ticket, after a server or the KDC has refused the one that {@link #subject} gave. If that gives another
     * one afterwards, the connection is attempted once more. Does nothing by default.
     *
     * @throws IOException as {@link #subject}
     */
    default void renew() throws IOException {}
}
