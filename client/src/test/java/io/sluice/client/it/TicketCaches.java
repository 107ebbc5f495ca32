package io.sluice.client.it;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;

/** Does what {@code kinit -k} does, which this machine may not have: a ticket in a file, of MIT's format 4. */
public final class TicketCaches {
    private TicketCaches() {}

    /** Asks the KDC of this JVM for a ticket and writes it to the file; returns when the ticket ends. */
    static Instant create(Path file, String principal, Path keytab) throws LoginException, IOException {
        return createThatClaims(Duration.ZERO, file, principal, keytab);
    }

    /** The same, but the file says that the ticket ends so much later than it does. */
    static Instant createThatClaims(Duration more, Path file, String principal, Path keytab)
            throws LoginException, IOException {
        KerberosTicket ticket = ticket(principal, keytab);
        write(file, ticket, more);
        return ticket.getEndTime().toInstant();
    }

    /** Writes a ticket of whatever origin; the file says that it ends so much later than the ticket does. */
    public static void write(Path file, KerberosTicket ticket, Duration more) throws IOException {
        Files.write(file, bytes(ticket, more));
    }

    /** Asks the KDC of this JVM for a ticket. */
    static KerberosTicket ticket(String principal, Path keytab) throws LoginException {
        Map<String, String> options = Map.of(
                "useKeyTab",
                "true",
                "keyTab",
                keytab.toString(),
                "principal",
                principal,
                "doNotPrompt",
                "true",
                "refreshKrb5Config",
                "true",
                "isInitiator",
                "true");
        LoginContext login = new LoginContext("test", new Subject(), null, new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(
                            "com.sun.security.auth.module.Krb5LoginModule", LoginModuleControlFlag.REQUIRED, options)
                };
            }
        });
        login.login();
        return login.getSubject()
                .getPrivateCredentials(KerberosTicket.class)
                .iterator()
                .next();
    }

    private static byte[] bytes(KerberosTicket ticket, Duration more) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(0x0504);
        out.writeShort(0);
        principal(out, ticket.getClient());
        principal(out, ticket.getClient());
        principal(out, ticket.getServer());
        out.writeShort(ticket.getSessionKeyType());
        data(out, ticket.getSessionKey().getEncoded());
        long start = ticket.getStartTime() == null
                ? ticket.getAuthTime().getTime()
                : ticket.getStartTime().getTime();
        out.writeInt((int) (ticket.getAuthTime().getTime() / 1000));
        out.writeInt((int) (start / 1000));
        out.writeInt((int) (ticket.getEndTime().getTime() / 1000 + more.toSeconds()));
        out.writeInt(0);
        out.writeByte(0);
        int flags = 0;
        for (int i = 0; i < ticket.getFlags().length && i < 32; i++) {
            flags |= ticket.getFlags()[i] ? 1 << (31 - i) : 0;
        }
        out.writeInt(flags);
        out.writeInt(0);
        out.writeInt(0);
        data(out, ticket.getEncoded());
        out.writeInt(0);
        return bytes.toByteArray();
    }

    private static void principal(DataOutputStream out, KerberosPrincipal principal) throws IOException {
        String name = principal.getName();
        String[] parts = name.substring(0, name.lastIndexOf('@')).split("/");
        out.writeInt(parts.length > 1 ? 2 : 1);
        out.writeInt(parts.length);
        data(out, principal.getRealm().getBytes(StandardCharsets.UTF_8));
        for (String part : parts) {
            data(out, part.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void data(DataOutputStream out, byte[] data) throws IOException {
        out.writeInt(data.length);
        out.write(data);
    }
}
