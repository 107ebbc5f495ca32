package io.sluice.client.internal.security;

import java.io.IOException;
import javax.security.auth.Subject;

/** Kerberos credentials for connections that are being opened. Safe for use by many threads. */
public sealed interface Login extends SaslSettings.Credential permits KerberosLogin, ProgramLogin {
    /** The credentials, fresh enough to open a connection with. May ask the KDC, which may block. */
    Subject subject() throws IOException;

    /**
     * Obtains fresh credentials after a refusal, unless there are others already. May ask the KDC, which may block.
     *
     * @param refused the credentials that were refused
     * @return whether there are other credentials now
     */
    boolean renew(Subject refused) throws IOException;

    /** The login, its source, and the key that sets it, for messages. */
    String describe();
}
