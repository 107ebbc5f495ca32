package io.sluice.client.internal.security;

import io.sluice.AccessDeniedException;
import java.io.IOException;
import java.util.List;

/**
 * Explains why Kerberos refused: its own message, and the key to check. A KDC that does not answer may answer later; all
 * other failures last until somebody fixes their cause.
 */
final class KerberosFailures {
    /** In messages of the JDK. */
    private static final List<String> UNREACHABLE = List.of(
            "Connection refused",
            "timed out",
            "Network is unreachable",
            "No route to host",
            "Connection reset",
            "Unable to connect",
            "SERVICE_UNAVAILABLE",
            "A service is not available",
            "(29)");

    private static final String WRONG_KEY = "the key in the keytab is not, or no longer, that of the principal";
    private static final String NO_REALM =
            "the realm is not in the JVM's krb5.conf (java.security.krb5.conf, default_realm)";

    private static final List<Advice> ADVICE = List.of(
            new Advice(
                    "Clock skew", "the clocks of this machine, the KDC and the server differ by more than 5 minutes"),
            new Advice(
                    "Server not found in Kerberos database",
                    "look at the servers' principal; a host's address instead of its name, and _HOST by another name than in the KDC, end so, too"),
            new Advice("Unable to obtain password", "does the keytab hold a key of this principal? (klist -k)"),
            new Advice("Checksum failed", WRONG_KEY),
            new Advice("Integrity check on decrypted field failed", WRONG_KEY),
            new Advice("Pre-authentication information was invalid", WRONG_KEY),
            new Advice("Client not found in Kerberos database", "the KDC does not know the principal"),
            new Advice("Cannot find KDC", NO_REALM),
            new Advice("Cannot locate", NO_REALM),
            new Advice("Ticket expired", "the ticket has ended and could not be renewed"),
            new Advice("Failed to find any Kerberos tgt", "there is no valid ticket: it has ended, or never was"),
            new Advice("Unable to obtain Principal Name", "there is no valid ticket in the cache: run kinit"),
            new Advice("credentials have been revoked", "the KDC has locked the principal"),
            new Advice("Password has expired", "the principal needs another password, and then another keytab"),
            // From servers, which do not tell the reason.
            new Advice(
                    "GSS initiate failed",
                    "the server's log tells why: it may be another principal than the one asked for, its keytab may be old, or its clock may differ from this machine's"));

    /** What to do about an error whose message contains this text. */
    private record Advice(String text, String help) {}

    private KerberosFailures() {}

    /** The failure of a login, or of the authentication to a server. */
    static IOException explain(String what, Throwable cause) {
        String texts = texts(cause);
        String message = what + ": " + texts + advice(texts);
        return UNREACHABLE.stream().anyMatch(texts::contains)
                ? new IOException(message, cause)
                : new AccessDeniedException(message, cause);
    }

    /** Whether other credentials might not be refused. */
    static boolean maybeStale(Throwable cause) {
        String texts = texts(cause);
        return !texts.contains("Server not found in Kerberos database")
                && !texts.contains("Clock skew")
                && UNREACHABLE.stream().noneMatch(texts::contains);
    }

    private static String advice(String texts) {
        for (Advice advice : ADVICE) {
            if (texts.contains(advice.text())) {
                return " - " + advice.help();
            }
        }
        return "";
    }

    /** The messages of the exception and of its causes, without repetitions. */
    private static String texts(Throwable error) {
        StringBuilder texts = new StringBuilder();
        String last = "";
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            String text = cause.getMessage();
            if (text == null || last.contains(text)) {
                continue;
            }
            texts.append(texts.isEmpty() ? "" : "; ").append(text);
            last = text;
        }
        return texts.isEmpty() ? error.getClass().getSimpleName() : texts.toString();
    }
}
