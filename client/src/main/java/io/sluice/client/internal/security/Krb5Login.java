package io.sluice.client.internal.security;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.jspecify.annotations.Nullable;

/**
 * One way to log in by the JDK's Kerberos module, with options made here: no file of JAAS is read.
 *
 * @param options of the module
 * @param file that must be readable, or empty
 * @param description principal, file and key, for messages
 */
public record Krb5Login(Map<String, String> options, String file, String description)
        implements KerberosLogin.Way, SaslSettings.Credential {
    private static final String MODULE = "com.sun.security.auth.module.Krb5LoginModule";

    /**
     * By a principal's key in a file.
     *
     * @param principal {@code name@REALM} or {@code name/host@REALM}
     * @param file the keytab
     */
    public static Krb5Login keytab(String principal, String file) {
        Map<String, String> options = common();
        options.put("useKeyTab", "true");
        options.put("keyTab", file);
        options.put("storeKey", "true");
        options.put("principal", principal);
        return new Krb5Login(
                options,
                file,
                "principal '" + principal + "' (hbase.client.keytab.principal) with keytab " + file
                        + " (hbase.client.keytab.file)");
    }

    /**
     * By a ticket that somebody else gets and renews, such as {@code kinit}.
     *
     * @param cache its file; null for that of {@code KRB5CCNAME} or the system's default
     */
    public static Krb5Login ticketCache(@Nullable String cache) {
        Map<String, String> options = common();
        options.put("useTicketCache", "true");
        options.put("renewTGT", "true");
        String file = cache == null ? System.getenv("KRB5CCNAME") : cache;
        if (file != null && !file.isBlank()) {
            options.put("ticketCache", file.startsWith("FILE:") ? file.substring("FILE:".length()) : file);
        }
        String path = options.getOrDefault("ticketCache", "");
        return new Krb5Login(
                options,
                path,
                "the ticket cache " + (path.isEmpty() ? "of this user" : path)
                        + " (kinit; KRB5CCNAME; or a keytab by hbase.client.keytab.file)");
    }

    /** Name of the principal that has a keytab, or null: a ticket cache has its own. */
    public @Nullable String principal() {
        return options.get("principal");
    }

    private static Map<String, String> common() {
        Map<String, String> options = new HashMap<>();
        options.put("doNotPrompt", "true");
        options.put("isInitiator", "true");
        // Days may lie between two logins, and realms move.
        options.put("refreshKrb5Config", "true");
        return options;
    }

    @Override
    public Subject login() throws LoginException {
        // The module says of a file that is missing, unreadable or another's the same as of a wrong key.
        if (!file.isEmpty() && !Files.isReadable(Path.of(file))) {
            throw new LoginException(
                    Files.exists(Path.of(file)) ? "the file " + file + " is not readable" : "no such file: " + file);
        }
        LoginContext context = new LoginContext("sluice", new Subject(), null, new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(MODULE, LoginModuleControlFlag.REQUIRED, options)
                };
            }
        });
        context.login();
        return context.getSubject();
    }

    @Override
    public String toString() {
        return description;
    }
}
