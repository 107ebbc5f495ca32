package io.sluice.bench.writer;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A process for each client, kept for all situations so that its JVM stays warm. A failed one is replaced. */
public final class Clients implements AutoCloseable {
    /** The flags of each client's JVM, the same for all. */
    public static final String JVM_FLAGS = String.join(" ", ClientProcess.JVM_FLAGS);

    private static final Duration ORDER_TIMEOUT = Duration.ofMinutes(3);

    private final List<Entrant> entrants;
    private final Pinning pinning;
    private final Map<Entrant, ClientProcess> processes = new HashMap<>();

    /**
     * Does not start any process yet.
     *
     * @param entrants the clients, ours first
     * @param pinning the processor on which their processes run
     */
    public Clients(List<Entrant> entrants, Pinning pinning) {
        this.entrants = List.copyOf(entrants);
        this.pinning = pinning;
    }

    /** The clients, ours first. */
    public List<Entrant> entrants() {
        return entrants;
    }

    /** Sends an order to the process of a client, and prints the outcome on standard error. */
    public Outcome run(Entrant entrant, Order order) throws IOException {
        ClientProcess client = processes.get(entrant);
        if (client == null) {
            client = ClientProcess.start(entrant, pinning, ORDER_TIMEOUT);
            processes.put(entrant, client);
        }
        Outcome outcome = client.run(order);
        System.err.println("  " + entrant.title() + ": " + outcome.text());
        if (outcome.error() != null) {
            processes.remove(entrant);
            client.close();
        }
        return outcome;
    }

    @Override
    public void close() {
        processes.values().forEach(ClientProcess::close);
    }
}
