package io.sluice.client.internal.security;

import java.io.IOException;
import javax.security.auth.Subject;

/** Whence a client has its Kerberos credentials. The methods may ask the KDC, which may take. */
interface LoginSource {
    /** The credentials, fresh enough to open a connection with. */
    Subject subject() throws IOException;

    /**
     * Gets fresh ones, after those it gave were refused.
     *
     * @param refused what was refused; nothing is done if it has given others since
     * @return whether there are other credentials now
     */
    boolean renew(Subject refused) throws IOException;

    /** What it is, for messages: principal, file and key to look at. */
    String describe();
}
