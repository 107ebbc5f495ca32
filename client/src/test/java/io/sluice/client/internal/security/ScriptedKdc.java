package io.sluice.client.internal.security;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.atomic.AtomicInteger;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.kerberos.KerberosTicket;

/** A KDC on the loop-back interface that refuses everything with one and the same error of Kerberos (RFC 4120, 7.5.9). */
public final class ScriptedKdc implements AutoCloseable {
    /** Its realm. */
    public static final String REALM = "SCRIPTED.TEST";

    private static final int AES128 = 17;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger requests = new AtomicInteger();
    private final int code;

    /** @param code of the error */
    public ScriptedKdc(int code) throws IOException {
        this.code = code;
        Thread thread = new Thread(this::answerAll, "scripted-kdc");
        thread.setDaemon(true);
        thread.start();
    }

    /** Requests that came. */
    public int requests() {
        return requests.get();
    }

    private void answerAll() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                in.readNBytes(in.readInt());
                requests.incrementAndGet();
                byte[] answer = error();
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.writeInt(answer.length);
                out.write(answer);
                out.flush();
            } catch (IOException e) {
                // The end of a connection, or of all.
            }
        }
    }

    private byte[] error() {
        byte[] fields = join(
                der(0xa0, integer(5)),
                der(0xa1, integer(30)),
                der(0xa4, der(0x18, ascii("20260101000000Z"))),
                der(0xa5, integer(0)),
                der(0xa6, integer(code)),
                der(0xa9, der(0x1b, ascii(REALM))),
                der(0xaa, name("krbtgt", REALM)));
        return der(0x7e, der(0x30, fields));
    }

    /** Makes this JVM's Kerberos ask this KDC. */
    public Path krb5Conf(Path folder) throws IOException {
        return Files.writeString(folder.resolve("krb5.conf"), """
                [libdefaults]
                    default_realm = %1$s
                    udp_preference_limit = 1
                    dns_lookup_kdc = false
                [realms]
                    %1$s = {
                        kdc = localhost:%2$d
                    }
                """.formatted(REALM, listener.getLocalPort()));
    }

    /** A keytab, of MIT's format 2, with some key of a principal of this realm. */
    public static Path keytab(Path folder, String name) throws IOException {
        ByteArrayOutputStream entryBytes = new ByteArrayOutputStream();
        DataOutputStream entry = new DataOutputStream(entryBytes);
        entry.writeShort(1);
        entry.writeUTF(REALM);
        entry.writeUTF(name);
        entry.writeInt(1);
        entry.writeInt(0);
        entry.writeByte(1);
        entry.writeShort(AES128);
        entry.writeShort(16);
        entry.write(new byte[16]);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(0x0502);
        out.writeInt(entryBytes.size());
        entryBytes.writeTo(out);
        return Files.write(folder.resolve(name + ".keytab"), bytes.toByteArray());
    }

    /** A ticket for this realm that looks valid for ten hours. */
    public static KerberosTicket ticket(String name) {
        byte[] secret =
                der(0x30, join(der(0xa0, integer(AES128)), der(0xa1, integer(1)), der(0xa2, der(0x04, new byte[64]))));
        byte[] fields = join(
                der(0xa0, integer(5)),
                der(0xa1, der(0x1b, ascii(REALM))),
                der(0xa2, name("krbtgt", REALM)),
                der(0xa3, secret));
        Instant now = Instant.now();
        boolean[] flags = new boolean[32];
        return new KerberosTicket(
                der(0x61, der(0x30, fields)),
                new KerberosPrincipal(name + "@" + REALM),
                new KerberosPrincipal("krbtgt/" + REALM + "@" + REALM, KerberosPrincipal.KRB_NT_SRV_INST),
                new byte[16],
                AES128,
                flags,
                Date.from(now),
                Date.from(now),
                Date.from(now.plusSeconds(36_000)),
                null,
                null);
    }

    private static byte[] name(String first, String second) {
        byte[] parts = join(der(0x1b, ascii(first)), der(0x1b, ascii(second)));
        return der(0x30, join(der(0xa0, integer(2)), der(0xa1, der(0x30, parts))));
    }

    private static byte[] integer(int value) {
        return der(0x02, new byte[] {(byte) value});
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] der(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length >= 128) {
            out.write(0x82);
            out.write(content.length >> 8);
        }
        out.write(content.length);
        out.writeBytes(content);
        return out.toByteArray();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
