package io.sluice.client.internal.security;

import java.io.IOException;
import javax.security.auth.Subject;

/** Kerberos credentials for connections that are being opened. Safe for use by many threads. */
interface Login {
    /** The credentials, fresh enough to open a connection with. May ask the KDC, which may take time. */
    Subject subject() throws IOException;

    /**
     * Gets fresh credentials after those it gave were refused. May ask the KDC, which may take time.
     *
     * @param refused what was refused; nothing is done if it has given others since
     * @return whether there are other credentials now
     */
    boolean renew(Subject refused) throws IOException;

    /** The login, its source, and the key that sets it, for messages. */
    String describe();
}
