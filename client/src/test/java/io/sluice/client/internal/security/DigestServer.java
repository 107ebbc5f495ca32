package io.sluice.client.internal.security;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.ConnectionHeader;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.ResponseHeader;
import org.jspecify.annotations.Nullable;

/** A server that authenticates by DIGEST-MD5 as HBase does, and echoes what calls bring. Its wraps are as awkward as they may be. */
public final class DigestServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DigestServer.class.getName());

    private final ServerSocket listener;
    private final byte[] password;
    private final String protection;
    private final BlockingQueue<ConnectionHeader> headers = new LinkedBlockingQueue<>();

    /** @param protection qualities of protection it offers, as SASL names them */
    public DigestServer(byte[] password, String protection) throws IOException {
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        this.password = password.clone();
        this.protection = protection;
        Thread thread = new Thread(this::acceptAll, "digest-server");
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return listener.getLocalPort();
    }

    public ConnectionHeader header() throws InterruptedException {
        ConnectionHeader header = headers.poll(20, TimeUnit.SECONDS);
        if (header == null) {
            throw new AssertionError("no connection header came");
        }
        return header;
    }

    private void acceptAll() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                serve(new DataInputStream(socket.getInputStream()), new DataOutputStream(socket.getOutputStream()));
            } catch (EOFException | SocketException e) {
                // The end of a connection, or of all.
            } catch (IOException | RuntimeException e) {
                LOG.log(System.Logger.Level.INFO, "digest server", e);
            }
        }
    }

    private void serve(DataInputStream in, DataOutputStream out) throws IOException {
        byte[] preamble = in.readNBytes(6);
        if (!Arrays.equals(preamble, new byte[] {'H', 'B', 'a', 's', 0, 0x52})) {
            throw new IOException("preamble " + Arrays.toString(preamble));
        }
        SaslServer sasl = Sasl.createSaslServer(
                "DIGEST-MD5", null, "default", Map.of(Sasl.QOP, protection, Sasl.SERVER_AUTH, "true"), this::answer);
        while (!sasl.isComplete()) {
            byte[] token = in.readNBytes(in.readInt());
            byte[] challenge;
            try {
                challenge = sasl.evaluateResponse(token);
            } catch (IOException e) {
                out.writeInt(1);
                text(out, "javax.security.sasl.SaslException");
                text(out, String.valueOf(e.getMessage()));
                throw e;
            }
            if (challenge != null) {
                out.writeInt(0);
                out.writeInt(challenge.length);
                out.write(challenge);
            }
        }
        boolean wrapped = !"auth".equals(sasl.getNegotiatedProperty(Sasl.QOP));
        Stream stream = new Stream(in, wrapped ? sasl : null);
        headers.add(ConnectionHeader.parseFrom(stream.frame()));
        while (true) {
            byte[] answer = answer(stream.frame());
            byte[] twice = new byte[2 * answer.length];
            System.arraycopy(answer, 0, twice, 0, answer.length);
            System.arraycopy(answer, 0, twice, answer.length, answer.length);
            send(out, wrapped ? sasl : null, twice);
        }
    }

    /** The second answer is to nothing, and begins in the wrap in which the first one ends. */
    private static void send(DataOutputStream out, @Nullable SaslServer sasl, byte[] bytes) throws IOException {
        if (sasl == null) {
            out.write(bytes);
            return;
        }
        int at = 0;
        for (int piece = 1; at < bytes.length; piece = Math.min(10_000, piece * 3 + 1)) {
            int length = Math.min(piece, bytes.length - at);
            byte[] wrap = sasl.wrap(bytes, at, length);
            out.writeInt(wrap.length);
            out.write(wrap);
            at += length;
        }
    }

    private static byte[] answer(byte[] request) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(request);
        RequestHeader header = RequestHeader.parseDelimitedFrom(in);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ResponseHeader.newBuilder().setCallId(header.getCallId()).build().writeDelimitedTo(out);
        // The request's message with its length is the answer's.
        out.writeBytes(in.readAllBytes());
        return ByteBuffer.allocate(4 + out.size())
                .putInt(out.size())
                .put(out.toByteArray())
                .array();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private void answer(Callback[] callbacks) {
        for (Callback callback : callbacks) {
            if (callback instanceof PasswordCallback secret) {
                secret.setPassword(Base64.getEncoder().encodeToString(password).toCharArray());
            } else if (callback instanceof NameCallback name) {
                name.setName(name.getDefaultName());
            } else if (callback instanceof RealmCallback realm) {
                realm.setText(realm.getDefaultText());
            } else if (callback instanceof AuthorizeCallback authorize) {
                authorize.setAuthorized(authorize.getAuthenticationID().equals(authorize.getAuthorizationID()));
                authorize.setAuthorizedID(authorize.getAuthorizationID());
            }
        }
    }

    /** What comes, out of its wraps. */
    private static final class Stream {
        private final DataInputStream in;
        private final @Nullable SaslServer sasl;
        private ByteArrayInputStream rest = new ByteArrayInputStream(new byte[0]);

        Stream(DataInputStream in, @Nullable SaslServer sasl) {
            this.in = in;
            this.sasl = sasl;
        }

        byte[] frame() throws IOException {
            return bytes(ByteBuffer.wrap(bytes(4)).getInt());
        }

        private byte[] bytes(int count) throws IOException {
            if (sasl == null) {
                byte[] bytes = new byte[count];
                in.readFully(bytes);
                return bytes;
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            while (all.size() < count) {
                if (rest.available() == 0) {
                    byte[] wrap = new byte[in.readInt()];
                    in.readFully(wrap);
                    rest = new ByteArrayInputStream(sasl.unwrap(wrap, 0, wrap.length));
                }
                all.writeBytes(rest.readNBytes(count - all.size()));
            }
            return all.toByteArray();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
