package io.sluice.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Objects;

/**
 * An HBase token ({@code HBASE_AUTH_TOKEN}), with which a process without a Kerberos login acts as the user who obtained
 * it, until it expires. Anyone who has it can act as that user: keep it as secret as a password.
 */
public final class AuthenticationToken {
    private static final String KIND = "HBASE_AUTH_TOKEN";

    private final byte[] identifier;
    private final byte[] password;
    private final String service;

    private AuthenticationToken(byte[] identifier, byte[] password, String service) {
        this.identifier = identifier;
        this.password = password;
        this.service = service;
    }

    /**
     * Creates a token from its parts; the arrays are copied.
     *
     * @param identifier of the user, as the cluster wrote it
     * @param password the secret
     * @param service id of the cluster
     */
    public static AuthenticationToken of(byte[] identifier, byte[] password, String service) {
        return new AuthenticationToken(
                identifier.clone(), password.clone(), Objects.requireNonNull(service, "service"));
    }

    /**
     * Reads the text that Hadoop's {@code Token.encodeToUrlString} writes.
     *
     * @throws IllegalArgumentException if it is not a token, or not one for HBase
     */
    public static AuthenticationToken decodeFromUrlString(String text) {
        String kind;
        AuthenticationToken token;
        try {
            ByteBuffer in = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text.strip()));
            byte[] identifier = take(in);
            byte[] password = take(in);
            kind = new String(take(in), UTF_8);
            token = new AuthenticationToken(identifier, password, new String(take(in), UTF_8));
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            // Without the text, which is a secret, and without the cause, which may quote it.
            throw new IllegalArgumentException("not a token as Hadoop writes it (" + text.length() + " characters)");
        }
        if (!kind.equals(KIND)) {
            throw new IllegalArgumentException("a token of kind '" + kind + "', not " + KIND);
        }
        return token;
    }

    /** Writes the text that Hadoop's {@code Token.decodeFromUrlString} reads. It is the secret itself. */
    public String encodeToUrlString() {
        byte[] kind = KIND.getBytes(UTF_8);
        byte[] serviceBytes = service.getBytes(UTF_8);
        ByteBuffer out =
                ByteBuffer.allocate(4 * 5 + identifier.length + password.length + kind.length + serviceBytes.length);
        put(out, identifier);
        put(out, password);
        put(out, kind);
        put(out, serviceBytes);
        byte[] all = new byte[out.position()];
        out.flip().get(all);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    /** A length as Hadoop's {@code WritableUtils.writeVInt} writes it, then the bytes. */
    private static void put(ByteBuffer out, byte[] bytes) {
        int length = bytes.length;
        if (length <= 127) {
            out.put((byte) length);
        } else {
            int size = 4 - Integer.numberOfLeadingZeros(length) / 8;
            out.put((byte) (-112 - size));
            for (int i = size - 1; i >= 0; i--) {
                out.put((byte) (length >>> (8 * i)));
            }
        }
        out.put(bytes);
    }

    private static byte[] take(ByteBuffer in) {
        int first = in.get();
        long length = first;
        if (first < -112) {
            int size = -112 - first;
            if (size > 4) {
                throw new IllegalArgumentException("length");
            }
            length = 0;
            for (int i = 0; i < size; i++) {
                length = length << 8 | (in.get() & 0xff);
            }
        }
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("length");
        }
        byte[] bytes = new byte[(int) length];
        in.get(bytes);
        return bytes;
    }

    /** The identifier of the user, as the cluster wrote it; a copy. */
    public byte[] identifier() {
        return identifier.clone();
    }

    /** The secret; a copy. */
    public byte[] password() {
        return password.clone();
    }

    /** Id of the cluster. */
    public String service() {
        return service;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return KIND + " for cluster " + service;
    }
}
