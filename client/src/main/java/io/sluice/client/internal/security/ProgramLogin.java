package io.sluice.client.internal.security;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.AccessDeniedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
public final class ProgramLogin implements Login, SaslSettings.Credential {
    private final String userName;
    private final Source source;
    private final BlockingThreads.Task renewal;

    // A leaf. Nothing blocks while it is held.
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable Copy current;

    /** Provides the subject that holds the current tickets. Safe for use by many threads; may block. */
    @FunctionalInterface
    public interface Source {
        Subject subject() throws IOException;
    }

    /**
     * A login of the program's own.
     *
     * @param userName {@code name@REALM}
     * @param source of the tickets
     * @param renewal obtains other tickets, which the source then provides. Safe for use by many threads
     */
    public ProgramLogin(String userName, Source source, BlockingThreads.Task renewal) {
        this.userName = userName;
        this.source = source;
        this.renewal = renewal;
    }

    /** {@code name@REALM}. */
    public String userName() {
        return userName;
    }

    /** The subject of connections, and the ticket-granting tickets it was made with. */
    private record Copy(Subject subject, List<KerberosTicket> tickets) {

        /** The JDK and Hadoop take this lock, too, when they change the credentials. */
        static Copy of(Subject theirs) {
            Set<Object> credentials = theirs.getPrivateCredentials();
            synchronized (credentials) {
                Subject subject = new Subject(
                        false, theirs.getPrincipals(), theirs.getPublicCredentials(), theirs.getPrivateCredentials());
                List<KerberosTicket> tickets = new ArrayList<>();
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

        boolean hasTicketsOf(Copy other) {
            if (tickets.size() != other.tickets.size()) {
                return false;
            }
            for (int i = 0; i < tickets.size(); i++) {
                // By identity: a destroyed ticket may equal a valid one.
                if (tickets.get(i) != other.tickets.get(i)) {
                    return false;
                }
            }
            return true;
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
            if (known != null && known.hasTicketsOf(latest)) {
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
            renewal.run();
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
