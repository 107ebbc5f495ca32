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

/**
 * One way to log in by the JDK's Kerberos module, with options made here: no file of JAAS is read.
 *
 * @param options of the module
 * @param file that must be readable, or empty
 * @param description principal, file and key, for messages
 */
record Krb5Login(Map<String, String> options, String file, String description) implements KerberosLogin.Way {
    private static final String MODULE = "com.sun.security.auth.module.Krb5LoginModule";

    static Krb5Login of(SaslSettings.Keytab keytab) {
        Map<String, String> options = common();
        options.put("useKeyTab", "true");
        options.put("keyTab", keytab.file());
        options.put("storeKey", "true");
        options.put("principal", keytab.principal());
        return new Krb5Login(
                options,
                keytab.file(),
                "principal '" + keytab.principal() + "' (hbase.client.keytab.principal) with keytab " + keytab.file()
                        + " (hbase.client.keytab.file)");
    }

    static Krb5Login of(SaslSettings.TicketCache cache) {
        Map<String, String> options = common();
        options.put("useTicketCache", "true");
        options.put("renewTGT", "true");
        String file = cache.file() == null ? System.getenv("KRB5CCNAME") : cache.file();
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
