package io.sluice.client.internal.security;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.login.LoginException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A login that is renewed when a connection is opened and the ticket ends soon, and after a refusal. One thread logs in for
 * all that wait. Each login makes a new subject: connections that are being opened keep the one they have.
 */
public final class KerberosLogin implements Login {
    private static final Logger LOG = LoggerFactory.getLogger(KerberosLogin.class);

    /** A ticket is used for this part of its life, less up to a tenth at random, so that clients do not all renew at once. */
    private static final double USED_LIFE = 0.8;

    private static final double SPREAD = 0.1;

    /** One way to log in. */
    public interface Way {
        /** Makes a subject with a fresh ticket. May ask the KDC. */
        Subject login() throws LoginException;
    }

    private final Way way;
    private final long maxBackoffNanos;
    private final long minIntervalNanos;
    private final Clock clock;
    // A leaf. Held while the KDC is asked, by threads that may block.
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable Subject current;

    /** By the wall clock, as the ticket's own end. */
    @GuardedBy("lock") private long renewAtMillis;

    @GuardedBy("lock") private long lastTryNanos;

    @GuardedBy("lock") private @Nullable IOException lastFailure;

    /**
     * @param way described by its {@code toString}
     * @param maxBackoffNanos longest random pause before the login after a refusal ({@code
     *     hbase.security.relogin.maxbackoff})
     * @param minIntervalNanos least time between two logins that are not the first
     */
    public KerberosLogin(Way way, long maxBackoffNanos, long minIntervalNanos, Clock clock) {
        this.way = way;
        this.maxBackoffNanos = maxBackoffNanos;
        this.minIntervalNanos = minIntervalNanos;
        this.clock = clock;
    }

    @Override
    public Subject subject() throws IOException {
        lock.lock();
        try {
            Subject known = current;
            if (known == null) {
                return first();
            }
            if (clock.currentTimeMillis() >= renewAtMillis && !triedLately()) {
                try {
                    return login();
                } catch (IOException e) {
                    // The old ticket may still be valid; if not, the server or the KDC refuses it.
                    LOG.warn("Kerberos ticket not renewed yet: {}", e.getMessage());
                }
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean renew(Subject refused) throws IOException {
        pause();
        lock.lock();
        try {
            if (current != refused) {
                return true;
            }
            if (triedLately()) {
                return false;
            }
            Subject unused = login();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** At random, since many connections, and many clients, may find at the same time that their tickets are refused. */
    private void pause() throws IOException {
        try {
            TimeUnit.NANOSECONDS.sleep(ThreadLocalRandom.current().nextLong(maxBackoffNanos + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted before the login", e);
        }
    }

    /** Callers that come soon after a failed login get its error, so that the KDC is not asked for each. */
    @GuardedBy("lock") private Subject first() throws IOException {
        IOException failure = lastFailure;
        if (failure != null && triedLately()) {
            throw failure;
        }
        return login();
    }

    @GuardedBy("lock") private boolean triedLately() {
        return (current != null || lastFailure != null) && clock.nanoTime() - lastTryNanos < minIntervalNanos;
    }

    @GuardedBy("lock") private Subject login() throws IOException {
        lastTryNanos = clock.nanoTime();
        Subject fresh;
        try {
            fresh = way.login();
        } catch (LoginException e) {
            IOException failure = KerberosFailures.explain("Kerberos login failed: " + describe(), e);
            lastFailure = failure;
            throw failure;
        }
        lastFailure = null;
        current = fresh;
        renewAtMillis = renewAt(fresh);
        LOG.debug("Logged in by {}", describe());
        return fresh;
    }

    /** If no ticket says when it ends, the login is renewed only after a refusal. */
    private static long renewAt(Subject subject) {
        long renewAt = Long.MAX_VALUE;
        for (KerberosTicket ticket : subject.getPrivateCredentials(KerberosTicket.class)) {
            if (!ticket.getServer().getName().startsWith("krbtgt/") || ticket.getEndTime() == null) {
                continue;
            }
            long start = ticket.getStartTime() == null
                    ? ticket.getAuthTime().getTime()
                    : ticket.getStartTime().getTime();
            long life = ticket.getEndTime().getTime() - start;
            double part = USED_LIFE - ThreadLocalRandom.current().nextDouble(SPREAD);
            renewAt = Math.min(renewAt, start + (long) (life * part));
        }
        return renewAt;
    }

    @Override
    public String describe() {
        return way.toString();
    }
}
