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
 * A login by the JDK's Kerberos module, with options made here: no JAAS file is read.
 *
 * @param options of the module
 * @param file a file that must be readable; empty for none
 * @param description principal, file and key, for messages
 */
public record Krb5Login(Map<String, String> options, String file, String description) implements KerberosLogin.Way {
    private static final String MODULE = "com.sun.security.auth.module.Krb5LoginModule";

    /**
     * Logs in with a principal's key.
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
     * Uses a ticket that another program obtains and renews, such as {@code kinit}.
     *
     * @param cache the file of the cache; null for that of {@code KRB5CCNAME} or the system's default
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

    private static Map<String, String> common() {
        Map<String, String> options = new HashMap<>();
        options.put("doNotPrompt", "true");
        options.put("isInitiator", "true");
        // The realms may have changed since the last login, which may be days ago.
        options.put("refreshKrb5Config", "true");
        return options;
    }

    @Override
    public Subject login() throws LoginException {
        // The module reports a missing or unreadable file as it reports a wrong key.
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
