package io.sluice.bench.writer;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A client process for each contender, kept for all situations so that its JVM stays warm. A failed one is replaced by
 * a new one.
 */
public final class Clients implements AutoCloseable {
    /** The flags of each client's JVM, the same for all. */
    public static final String JVM_FLAGS = String.join(" ", ClientProcess.JVM_FLAGS);

    private static final Duration ORDER_TIMEOUT = Duration.ofMinutes(3);

    private final List<Contender> contenders;
    private final Pinning pinning;
    private final Map<Contender, ClientProcess> processes = new EnumMap<>(Contender.class);

    /**
     * Does not start any process yet.
     *
     * @param contenders the contenders, ours first
     * @param pinning where their processes run
     */
    public Clients(List<Contender> contenders, Pinning pinning) {
        this.contenders = List.copyOf(contenders);
        this.pinning = pinning;
    }

    /** The contenders, ours first. */
    public List<Contender> contenders() {
        return contenders;
    }

    /** Sends an order to a contender's process, and prints the outcome on standard error. */
    public Outcome run(Contender contender, Order order) throws IOException {
        ClientProcess client = processes.get(contender);
        if (client == null) {
            client = ClientProcess.start(contender, pinning, ORDER_TIMEOUT);
            processes.put(contender, client);
        }
        Outcome outcome = client.run(order);
        System.err.println("  " + contender.title() + ": " + outcome.text());
        if (outcome.error() != null) {
            processes.remove(contender);
            client.close();
        }
        return outcome;
    }

    @Override
    public void close() {
        processes.values().forEach(ClientProcess::close);
    }
}
