package io.sluice.client.internal.security;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.AccessDeniedException;
import io.sluice.client.SubjectSource;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosTicket;
import org.jspecify.annotations.Nullable;

/**
 * A login that the program makes and renews. Connections get a copy of its subject, a new one for each ticket: the copy keeps
 * the tickets for servers that the JDK adds to it, and Hadoop, which empties its subject when it logs in, cannot empty it
 * while a connection is being opened.
 */
public final class ProgramLogin implements Login {
    private final String userName;
    private final SubjectSource source;

    // A leaf. Nothing blocks while it is held.
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable Copy current;

    /** @param userName {@code name@REALM}, for messages */
    public ProgramLogin(String userName, SubjectSource source) {
        this.userName = userName;
        this.source = source;
    }

    /**
     * The subject of connections, and the ticket-granting tickets it was made with.
     *
     * @param tickets by identity: a destroyed ticket may equal a valid one
     */
    private record Copy(Subject subject, Set<KerberosTicket> tickets) {

        /** The JDK and Hadoop take this lock, too, when they change the credentials. */
        static Copy of(Subject theirs) {
            Set<Object> credentials = theirs.getPrivateCredentials();
            synchronized (credentials) {
                Subject subject = new Subject(
                        false, theirs.getPrincipals(), theirs.getPublicCredentials(), theirs.getPrivateCredentials());
                Set<KerberosTicket> tickets = Collections.newSetFromMap(new IdentityHashMap<>());
                for (Object credential : credentials) {
                    if (credential instanceof KerberosTicket ticket && isTicketGranting(ticket)) {
                        tickets.add(ticket);
                    }
                }
                return new Copy(subject, tickets);
            }
        }

        private static boolean isTicketGranting(KerberosTicket ticket) {
            return !ticket.isDestroyed() && ticket.getServer().getName().startsWith("krbtgt/");
        }
    }

    @Override
    public Subject subject() throws IOException {
        return latest().subject();
    }

    private Copy latest() throws IOException {
        Copy latest;
        try {
            latest = Copy.of(source.subject());
        } catch (IOException e) {
            throw told(e);
        }
        lock.lock();
        try {
            Copy known = current;
            if (known != null && known.tickets().equals(latest.tickets())) {
                return known;
            }
            current = latest;
            return latest;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean renew(Subject refused) throws IOException {
        if (isOther(latest(), refused)) {
            return true;
        }
        try {
            source.renew();
        } catch (IOException e) {
            throw told(e);
        }
        return isOther(latest(), refused);
    }

    /** A copy without tickets does not count: the JDK destroys expired tickets, also those of the program's subject. */
    private static boolean isOther(Copy latest, Subject refused) {
        return latest.subject() != refused && !latest.tickets().isEmpty();
    }

    /** The program decides whether the failure is final. */
    private IOException told(IOException error) {
        return error instanceof AccessDeniedException
                ? error
                : new IOException("No Kerberos ticket from " + describe() + ": " + error.getMessage(), error);
    }

    @Override
    public String describe() {
        return "the program's own login of '" + userName + "'";
    }
}
