package io.sluice.hbase;

import io.sluice.client.SubjectSource;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Set;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.kerberos.KeyTab;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Kerberos tickets of a Hadoop user, which Hadoop renews. */
final class HadoopLogin implements SubjectSource {
    private static final Logger LOG = LoggerFactory.getLogger(HadoopLogin.class);

    private final UserGroupInformation user;

    /** @param user one that {@link #isOf} has accepted */
    HadoopLogin(UserGroupInformation user) {
        this.user = user;
    }

    /** Returns whether the user has a ticket, or a key with which Hadoop can get one. */
    static boolean isOf(UserGroupInformation user) {
        Subject subject = subject(user);
        return user.hasKerberosCredentials()
                && (hasTicket(subject)
                        || !subject.getPrivateCredentials(KeyTab.class).isEmpty());
    }

    /** Returns the user's subject, which Hadoop shows only to code that runs as the user. */
    @SuppressWarnings("removal") // Its replacement is not in Java 17, and Hadoop does not run on a Java without it.
    private static Subject subject(UserGroupInformation user) {
        PrivilegedAction<Subject> current = () -> Subject.getSubject(AccessController.getContext());
        return user.doAs(current);
    }

    private static boolean hasTicket(Subject subject) {
        Set<Object> credentials = subject.getPrivateCredentials();
        // Hadoop holds this lock while it replaces the tickets.
        synchronized (credentials) {
            return credentials.stream().anyMatch(KerberosTicket.class::isInstance);
        }
    }

    @Override
    public Subject subject() throws IOException {
        IOException failure = null;
        try {
            user.checkTGTAndReloginFromKeytab();
            if (!hasTicket(subject(user))) {
                user.reloginFromTicketCache();
            }
        } catch (IOException e) {
            failure = e;
        }
        Subject subject = subject(user);
        if (!hasTicket(subject)) {
            // After a failed login by Hadoop there is no ticket. The next login, a minute later, may succeed.
            throw new IOException(
                    "user '" + user.getUserName() + "' has none at present"
                            + (failure == null ? "" : ": " + failure.getMessage()),
                    failure);
        }
        if (failure != null) {
            LOG.warn("Hadoop has not renewed the Kerberos ticket of {}: {}", user.getUserName(), failure.getMessage());
        }
        return subject;
    }

    /** Each call only affects users of its own kind; neither affects a user whose subject was given to Hadoop. */
    @Override
    public void renew() throws IOException {
        user.reloginFromKeytab();
        user.reloginFromTicketCache();
    }
}
