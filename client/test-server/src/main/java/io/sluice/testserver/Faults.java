package io.sluice.testserver;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** The faults of servers and networks. "Applied" means that the mutations are stored. */
public final class Faults {
    private static final int MILLIS_PER_SECOND = 1_000;

    private Faults() {}

    /** Not applied; the whole call fails. */
    public static Fault fail(RemoteError error) {
        return exchange -> exchange.send(Response.failed(exchange.callId(), error));
    }

    /** Applied except for what is refused; the answer says what was refused. */
    public static Fault refuse(Refusal refusal) {
        return exchange -> exchange.send(exchange.respond(refusal));
    }

    /** Not applied, never answered. */
    public static Fault hang() {
        return exchange -> {};
    }

    /** Applied, never answered. */
    public static Fault loseAnswer() {
        return exchange -> exchange.respond();
    }

    /** Applied and answered, both later. */
    public static Fault slow(Duration delay) {
        return exchange -> exchange.schedule(delay, () -> exchange.send(exchange.respond()));
    }

    /** Applied at once, answered later. */
    public static Fault lateAnswer(Duration delay) {
        return exchange -> {
            Response response = exchange.respond();
            exchange.schedule(delay, () -> exchange.send(response));
        };
    }

    /** Not applied; the connection is closed. */
    public static Fault close() {
        return Exchange::close;
    }

    /** Applied; the connection is closed without an answer. */
    public static Fault applyAndClose() {
        return exchange -> {
            Response unused = exchange.respond();
            exchange.close();
        };
    }

    /** Not applied; the connection is reset. */
    public static Fault reset() {
        return Exchange::reset;
    }

    /** Not applied; the whole call fails, and the connection is closed. Servers treat oversized requests like this. */
    public static Fault failAndClose(RemoteError error) {
        return exchange -> {
            exchange.send(Response.failed(exchange.callId(), error));
            exchange.close();
        };
    }

    /** Not applied; the server fails the connection, with an answer that belongs to no call. */
    public static Fault giveUpConnection(RemoteError error) {
        return exchange -> {
            exchange.send(Response.failed(-1, error));
            exchange.close();
        };
    }

    /** For scans: the answer has at most this many cells, so it may end within a row; with 0 it is a heartbeat. */
    public static Fault cutScan(int cells) {
        return exchange -> exchange.send(exchange.respondCells(cells));
    }

    /** Applied; only the first bytes of the answer arrive, then the connection is closed. */
    public static Fault cutAnswer(int bytes) {
        return exchange -> {
            byte[] frame = exchange.respond().frame();
            exchange.sendBytes(Arrays.copyOf(frame, Math.min(bytes, frame.length - 1)));
            exchange.close();
        };
    }

    /** Applied; the answer arrives with a different length prefix, and the connection stays open. */
    public static Fault frameLength(int announced) {
        return exchange -> {
            byte[] frame = exchange.respond().frame();
            exchange.sendBytes(ByteBuffer.wrap(frame).putInt(0, announced).array());
        };
    }

    /** Applied; a frame with these bytes arrives instead of the answer. */
    public static Fault garbage(byte[] content) {
        byte[] frame = ByteBuffer.allocate(Integer.BYTES + content.length)
                .putInt(content.length)
                .put(content)
                .array();
        return exchange -> {
            Response unused = exchange.respond();
            exchange.sendBytes(frame);
        };
    }

    /** Applied; the answer arrives changed. */
    public static Fault change(UnaryOperator<Response> change) {
        return exchange -> exchange.send(change.apply(exchange.respond()));
    }

    /** Applied; an answer to a call that was never made arrives first. */
    public static Fault strayAnswerFirst() {
        return exchange -> {
            Response response = exchange.respond();
            exchange.send(response.withCallId(Integer.MAX_VALUE - 7));
            exchange.send(response);
        };
    }

    /** Applied; the answer arrives twice. */
    public static Fault answerTwice() {
        return exchange -> {
            Response response = exchange.respond();
            exchange.send(response);
            exchange.send(response);
        };
    }

    /** Applied; the answer arrives a few bytes at a time. */
    public static Fault trickle(int bytes, Duration pause) {
        return exchange -> trickle(exchange, exchange.respond().frame(), bytes, pause);
    }

    private static void trickle(Exchange exchange, byte[] rest, int bytes, Duration pause) {
        int now = Math.min(bytes, rest.length);
        exchange.sendBytes(Arrays.copyOf(rest, now));
        if (now < rest.length) {
            byte[] later = Arrays.copyOfRange(rest, now, rest.length);
            exchange.schedule(pause, () -> trickle(exchange, later, bytes, pause));
        }
    }

    /**
     * Executes one call after the other, each taking some time; a call that finds too many waiting fails. One object is
     * one queue.
     *
     * @param limit number of calls that may wait
     */
    public static Fault queue(int limit, Duration service) {
        AtomicInteger waiting = new AtomicInteger();
        AtomicLong freeAtNanos = new AtomicLong(System.nanoTime());
        return exchange -> {
            if (waiting.get() >= limit) {
                exchange.send(Response.failed(exchange.callId(), RemoteError.queueTooBig()));
                return;
            }
            waiting.incrementAndGet();
            long now = System.nanoTime();
            long begin = freeAtNanos.get() - now > 0 ? freeAtNanos.get() : now;
            freeAtNanos.set(begin + service.toNanos());
            exchange.schedule(Duration.ofNanos(begin + service.toNanos() - now), () -> {
                waiting.decrementAndGet();
                exchange.send(exchange.respond());
            });
        };
    }

    /** A quota: once more mutations arrive in a second than it allows, regions are refused with a time to wait. */
    public static Fault throttle(int mutationsPerSecond) {
        AtomicLong second = new AtomicLong();
        AtomicInteger used = new AtomicInteger();
        return exchange -> {
            long millis = System.nanoTime() / 1_000_000;
            if (second.getAndSet(millis / MILLIS_PER_SECOND) != millis / MILLIS_PER_SECOND) {
                used.set(0);
            }
            int wanted = exchange.request().size();
            if (used.get() > 0 && used.get() + wanted > mutationsPerSecond) {
                Duration wait = Duration.ofMillis(MILLIS_PER_SECOND - millis % MILLIS_PER_SECOND);
                exchange.send(exchange.respond(Refusal.ofRegions(region -> true, RemoteError.throttled(wait))));
                return;
            }
            used.addAndGet(wanted);
            exchange.send(exchange.respond());
        };
    }

    /** The behaviour of a server with a maximum request size. */
    public static Fault tooBig() {
        return failAndClose(RemoteError.fatal("exceptions.RequestTooBigException", "RPC data length is too large"));
    }
}
