package io.sluice.client.soak;

import io.sluice.testserver.Exchange;
import io.sluice.testserver.Fault;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.Operation;
import io.sluice.testserver.Refusal;
import io.sluice.testserver.RegionRequest;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.Response;
import io.sluice.testserver.StoredCell;
import io.sluice.testserver.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What a scripted server does with writes; tells the ledger what has arrived and what was stored. */
final class ServerDriver {
    /** A mutation in such a row is refused by a constraint, and its region's whole batch with it. */
    static final String REFUSED_ROW = "-refused";

    private final Ledger ledger;
    private final Refusal recorder;
    private volatile Fault behaviour;
    private final AtomicInteger toFail = new AtomicInteger();
    private volatile RemoteError failure = RemoteError.queueTooBig();
    /** Connections that the server is about to close; on its thread. */
    private final Set<Integer> doomed = new HashSet<>();

    ServerDriver(TestServer server, Ledger ledger) {
        this.ledger = ledger;
        recorder = new Recorder(ledger);
        behaviour = this::answer;
        server.script().always(Method.MULTI).play(this::play);
        server.script().always(Method.MUTATE).play(this::play);
    }

    /** Notes each mutation that is about to be stored. */
    private record Recorder(Ledger ledger) implements Refusal {
        @Override
        public @Nullable RemoteError ofOperation(RegionRequest region, Operation operation) {
            if (region.operations().stream().anyMatch(ServerDriver::isRefused)) {
                return RemoteError.hbase("constraint.ConstraintException", "The value breaks a constraint");
            }
            operation.cells().forEach(cell -> ledger.applied(cell.value()));
            return null;
        }
    }

    private static boolean isRefused(Operation operation) {
        return new String(operation.row(), StandardCharsets.ISO_8859_1).contains(REFUSED_ROW);
    }

    private void play(Exchange exchange) {
        for (RegionRequest region : exchange.request().regions()) {
            for (Operation operation : region.operations()) {
                for (StoredCell cell : operation.cells()) {
                    ledger.arrived(cell.value());
                }
            }
        }
        if (toFail.get() > 0 && toFail.getAndDecrement() > 0) {
            exchange.send(Response.failed(exchange.callId(), failure));
        } else {
            behaviour.play(exchange);
        }
    }

    private void answer(Exchange exchange) {
        exchange.send(exchange.respond(recorder));
    }

    /** Answers at once. */
    void answer() {
        behaviour = this::answer;
    }

    /** Answers nothing, and stores nothing. */
    void hang() {
        behaviour = Faults.hang();
    }

    /** Fails the next so many requests. */
    void failNext(int requests, RemoteError error) {
        failure = error;
        toFail.set(requests);
    }

    /** Stores at once and answers later. */
    void slow(Duration delay) {
        behaviour = exchange -> {
            Response response = exchange.respond(recorder);
            exchange.schedule(delay, () -> exchange.send(response));
        };
    }

    /** Fails every request. */
    void fail(RemoteError error) {
        behaviour = Faults.fail(error);
    }

    /** Ends every connection with this error. */
    void giveUpConnections(RemoteError error) {
        behaviour = Faults.giveUpConnection(error);
    }

    /**
     * Refuses a request that is larger, and closes its connection a while later. What else comes there until then is
     * stored, and not answered.
     */
    void closeLateAfterRequestsAbove(int bytes, Duration delay) {
        behaviour = exchange -> {
            if (exchange.requestBytes() > bytes) {
                exchange.send(Response.failed(
                        exchange.callId(),
                        RemoteError.fatal(
                                "exceptions.RequestTooBigException", "RPC data length of " + exchange.requestBytes())));
                doomed.add(exchange.connection());
                exchange.schedule(delay, exchange::close);
            } else if (doomed.contains(exchange.connection())) {
                Response unused = exchange.respond(recorder);
            } else {
                // Late enough for a large request to come behind it.
                Response response = exchange.respond(recorder);
                exchange.schedule(Duration.ofMillis(20), () -> {
                    if (!doomed.contains(exchange.connection())) {
                        exchange.send(response);
                    }
                });
            }
        };
    }
}
