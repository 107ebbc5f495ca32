package io.sluice.bench.nullserver;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.bench.proto.ByteArrayBuilder;
import io.sluice.bench.proto.ProtoCursor;
import io.sluice.testserver.TestServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * One client's connection: preamble, header, then calls, each answered before the next is read. The header is ignored:
 * the methods of all services have different names, and the codec must be {@code KeyValueCodec}. For use by one thread.
 */
final class ServedConnection {
    private static final int PREAMBLE_BYTES = 6;
    private static final String ASKS_FOR_CLUSTER = "Regist";
    private static final String HBASE = "HBas";
    private static final int PREAMBLE_CALL = -1;

    /** {@code RequestHeader.call_id}; as a field of {@code ResponseHeader} it has the same tag. */
    private static final int CALL_ID = 0x08;

    private static final int METHOD_NAME = 0x1A;

    private enum State {
        PREAMBLE,
        HEADER,
        CALLS
    }

    private final SocketChannel channel;
    private final SelectionKey key;
    private final TestServer coldCalls;
    private final MultiAnswer multiAnswer = new MultiAnswer();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ByteArrayBuilder header = new ByteArrayBuilder();
    private final ByteArrayBuilder body = new ByteArrayBuilder();
    private ByteBuffer in;
    private ByteBuffer out;
    private State state = State.PREAMBLE;
    private boolean closeAfterWrite;

    ServedConnection(SocketChannel channel, SelectionKey key, TestServer coldCalls, int bufferBytes) {
        this.channel = channel;
        this.key = key;
        this.coldCalls = coldCalls;
        in = ByteBuffer.allocateDirect(bufferBytes);
        out = ByteBuffer.allocateDirect(bufferBytes);
    }

    /** The server to which it was opened. */
    TestServer coldCalls() {
        return coldCalls;
    }

    /** Reads the available bytes and answers complete calls. Returns false at the end of the connection. */
    boolean serve() throws IOException {
        int count = key.isReadable() ? channel.read(in) : 0;
        if (count < 0) {
            return false;
        }
        in.flip();
        boolean complete = true;
        while (complete) {
            complete = next();
        }
        in.compact();
        out.flip();
        channel.write(out);
        boolean written = !out.hasRemaining();
        out.compact();
        key.interestOps(written ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        return !(written && closeAfterWrite);
    }

    /** Handles the next part; returns false if it has not arrived yet. */
    private boolean next() throws IOException {
        if (state == State.PREAMBLE) {
            return in.remaining() >= PREAMBLE_BYTES && preamble();
        }
        if (in.remaining() < Integer.BYTES) {
            return false;
        }
        int length = in.getInt(in.position());
        if (in.remaining() < Integer.BYTES + length) {
            growFor(Integer.BYTES + length);
            return false;
        }
        int start = in.position() + Integer.BYTES;
        if (state == State.HEADER) {
            state = State.CALLS;
        } else {
            call(start);
        }
        in.position(start + length);
        return true;
    }

    private boolean preamble() throws IOException {
        byte[] bytes = new byte[PREAMBLE_BYTES];
        in.get(bytes);
        String text = new String(bytes, US_ASCII);
        if (text.equals(ASKS_FOR_CLUSTER)) {
            // The answer has the same form as that to this call.
            cold(PREAMBLE_CALL, "GetClusterId", new byte[0]);
            closeAfterWrite = true;
            return false;
        }
        if (!text.startsWith(HBASE)) {
            throw new IOException("preamble " + text);
        }
        state = State.HEADER;
        return true;
    }

    /** Keeps the bytes read; {@link #serve} compacts the result. */
    private void growFor(int bytes) {
        if (bytes > in.capacity()) {
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(bytes, 2 * in.capacity()));
            larger.put(in).flip();
            in = larger;
        }
    }

    private void call(int start) {
        cursor.reset(in, start);
        int headerLength = cursor.varint();
        int headerEnd = cursor.position() + headerLength;
        int callId = 0;
        int methodStart = 0;
        int methodLength = 0;
        while (cursor.position() < headerEnd) {
            int tag = cursor.varint();
            if (tag == CALL_ID) {
                callId = cursor.varint();
            } else if (tag == METHOD_NAME) {
                methodLength = cursor.varint();
                methodStart = cursor.position();
                cursor.moveTo(methodStart + methodLength);
            } else {
                cursor.skip(tag);
            }
        }
        String method = new String(bytes(methodStart, methodLength), US_ASCII);
        int parameterLength = cursor.varint();
        if (method.equals("Multi")) {
            multi(callId, cursor.position() + parameterLength);
        } else {
            cold(callId, method, bytes(cursor.position(), parameterLength));
        }
    }

    private byte[] bytes(int start, int length) {
        byte[] bytes = new byte[length];
        in.get(start, bytes);
        return bytes;
    }

    private void multi(int callId, int end) {
        body.clear();
        multiAnswer.answer(cursor, end, body);
        header.clear();
        header.put(CALL_ID);
        header.putVarint(callId);
        int length = 1 + header.length() + ByteArrayBuilder.varintBytes(body.length()) + body.length();
        ensureOut(Integer.BYTES + length);
        out.putInt(length);
        out.put((byte) header.length());
        header.copyTo(out);
        header.clear();
        header.putVarint(body.length());
        header.copyTo(out);
        body.copyTo(out);
    }

    private void cold(int callId, String method, byte[] parameter) {
        byte[] frame = coldCalls.respond(callId, method, parameter).frame();
        ensureOut(frame.length);
        out.put(frame);
    }

    private void ensureOut(int bytes) {
        if (out.remaining() < bytes) {
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(2 * out.capacity(), out.position() + bytes));
            out.flip();
            larger.put(out);
            out = larger;
        }
    }
}
