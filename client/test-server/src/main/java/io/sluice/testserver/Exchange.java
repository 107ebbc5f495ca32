package io.sluice.testserver;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A call that has come, and the means to answer it in any way. All on the server's thread. */
public final class Exchange {
    private final ServedConnection connection;
    private final Call call;
    private final Method method;

    /** A call as it came. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Call(int id, String method, byte[] message, byte[] cells, int frameBytes) {
        /** See {@link Exchange#request()}. */
        MultiRequest request() {
            return switch (Method.of(method)) {
                case MULTI -> MultiRequest.decode(message, cells);
                case MUTATE -> MultiRequest.decodeMutate(message, cells);
                default -> throw new IllegalArgumentException(method + " has no mutations");
            };
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

    /** The number of the connection, from 1 for the first that the server accepted. */
    public int connection() {
        return connection.number();
    }

    /** The server it came to. */
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

    /** Carries the call out and returns the answer, which is not sent. Each call of this carries it out again. */
    public Response respond() {
        return respond(Refusal.NOTHING);
    }

    /** Carries the call out except for what is refused, and returns the answer, which is not sent. */
    public Response respond(Refusal refusal) {
        return connection.server().run(call, refusal);
    }

    /** Sends an answer. */
    public void send(Response response) {
        connection.send(response.frame());
    }

    /** Sends any bytes, without a length before them. */
    public void sendBytes(byte[] bytes) {
        connection.send(bytes);
    }

    /** Closes the connection when what was sent is out. */
    public void close() {
        connection.close();
    }

    /** Resets the connection. */
    public void reset() {
        connection.reset();
    }

    /** Does something later, on this thread. */
    public void schedule(Duration delay, Runnable task) {
        connection.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }
}
