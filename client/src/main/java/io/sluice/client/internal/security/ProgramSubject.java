package io.sluice.client.internal.security;

import java.io.IOException;
import javax.security.auth.Subject;

/**
 * A login of the program's own.
 *
 * @param userName {@code name@REALM}
 * @param source of the tickets
 * @param renewal obtains other tickets, which the source then provides. Safe for use by many threads
 */
public record ProgramSubject(String userName, Source source, BlockingThreads.Task renewal)
        implements SaslSettings.Credential {
    /** Provides the subject that holds the current tickets. Safe for use by many threads; may block. */
    @FunctionalInterface
    public interface Source {
        Subject subject() throws IOException;
    }

    @Override
    public String toString() {
        return "the program's own login of '" + userName + "'";
    }
}
