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

/** The Kerberos tickets of a user of Hadoop's, which Hadoop renews. */
final class HadoopLogin implements SubjectSource {
    private static final Logger LOG = LoggerFactory.getLogger(HadoopLogin.class);

    private final UserGroupInformation user;

    /** @param user one that {@link #isOf} has accepted */
    HadoopLogin(UserGroupInformation user) {
        this.user = user;
    }

    /** Whether the user has a ticket, or a key that Hadoop gets one with. */
    static boolean isOf(UserGroupInformation user) {
        Subject subject = subject(user);
        return user.hasKerberosCredentials()
                && (hasTicket(subject)
                        || !subject.getPrivateCredentials(KeyTab.class).isEmpty());
    }

    /** Hadoop shows it to nobody but what runs as the user. */
    @SuppressWarnings("removal") // What comes after it is not in Java 17, and Hadoop does not run where it has gone.
    private static Subject subject(UserGroupInformation user) {
        PrivilegedAction<Subject> current = () -> Subject.getSubject(AccessController.getContext());
        return user.doAs(current);
    }

    private static boolean hasTicket(Subject subject) {
        Set<Object> credentials = subject.getPrivateCredentials();
        // The lock that Hadoop holds while it replaces them.
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
            // A login of Hadoop's that fails leaves none behind. The next one, after a minute, may succeed.
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

    /** Each does nothing for a user of the other kind, and neither for one whose subject Hadoop was given. */
    @Override
    public void renew() throws IOException {
        user.reloginFromKeytab();
        user.reloginFromTicketCache();
    }
}
