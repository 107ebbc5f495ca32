package io.sluice.client.internal.security;

import java.io.IOException;
import javax.security.auth.Subject;

/**
 * A login of the program's own.
 *
 * @param userName {@code name@REALM}
 * @param source of its tickets
 */
public record ProgramSubject(String userName, Source source) implements SaslSettings.Credential {
    /** Gives and renews tickets. Safe for use by many threads; may wait. */
    public interface Source {
        /** The subject that holds them at the time. */
        Subject subject() throws IOException;

        /** Obtains others, which {@link #subject} gives then. */
        void renew() throws IOException;
    }

    @Override
    public String toString() {
        return "the program's own login of '" + userName + "'";
    }
}
