package io.sluice.testserver;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A received call, which can be answered in any way. Used only on the server's thread. */
public final class Exchange {
    private final ServedConnection connection;
    private final Call call;
    private final Method method;

    /** A call as it was received. */
    static final class Call {
        private final int id;
        private final String method;
        private final byte[] message;
        private final byte[] cells;
        private final int frameBytes;
        private @Nullable MultiRequest request;

        Call(int id, String method, byte[] message, byte[] cells, int frameBytes) {
            this.id = id;
            this.method = method;
            this.message = message;
            this.cells = cells;
            this.frameBytes = frameBytes;
        }

        int id() {
            return id;
        }

        String method() {
            return method;
        }

        byte[] message() {
            return message;
        }

        /** See {@link Exchange#request()}. Decoded only once, since it is read several times and may be large. */
        MultiRequest request() {
            MultiRequest known = request;
            if (known == null) {
                known = switch (Method.of(method)) {
                    case MULTI -> MultiRequest.decode(message, cells);
                    case MUTATE -> MultiRequest.decodeMutate(message, cells);
                    default -> throw new IllegalArgumentException(method + " has no mutations");
                };
                request = known;
            }
            return known;
        }
    }

    Exchange(ServedConnection connection, Call call) {
        this.connection = connection;
        this.call = call;
        method = Method.of(call.method);
    }

    /** The kind of the call. */
    public Method method() {
        return method;
    }

    /** The number of the call on its connection. */
    public int callId() {
        return call.id;
    }

    /** The number of the connection, counting from 1 for the first one that the server accepted. */
    public int connection() {
        return connection.number();
    }

    /** The server that received it. */
    public TestServer server() {
        return connection.server();
    }

    /** Length of the frame of the request. */
    public int requestBytes() {
        return call.frameBytes;
    }

    /**
     * The mutations of a {@code Multi} or {@code Mutate}.
     *
     * @throws IllegalArgumentException if it is another call, or malformed
     */
    public MultiRequest request() {
        return call.request();
    }

    /** Executes the call and returns the answer without sending it. Calling this again executes the call again. */
    public Response respond() {
        return respond(Refusal.NOTHING);
    }

    /** Executes the call except for what is refused, and returns the answer without sending it. */
    public Response respond(Refusal refusal) {
        return connection.server().run(call, refusal);
    }

    /** Executes a scan and returns the answer, with at most this many cells, without sending it. */
    public Response respondCells(int maxCells) {
        return connection.server().scan(call, maxCells);
    }

    /** Sends an answer. */
    public void send(Response response) {
        connection.send(response.frame());
    }

    /** Sends any bytes, without a length prefix. */
    public void sendBytes(byte[] bytes) {
        connection.send(bytes);
    }

    /** Closes the connection after everything has been sent. */
    public void close() {
        connection.close();
    }

    /** Resets the connection. */
    public void reset() {
        connection.reset();
    }

    /** Runs something later, on this thread. */
    public void schedule(Duration delay, Runnable task) {
        connection.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }
}
