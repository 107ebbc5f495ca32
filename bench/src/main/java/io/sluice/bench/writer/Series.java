package io.sluice.bench.writer;

import io.sluice.bench.result.Figure;
import io.sluice.bench.writer.Outcome.Latencies;
import io.sluice.bench.writer.Outcome.Puts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The results of one client in the rounds of one situation, each in its own JVM. After a failed round it has no
 * figures.
 */
public final class Series {
    private static final double NANOS_PER_MICRO = 1e3;

    private final Entrant entrant;
    private final List<Round> rounds = new ArrayList<>();

    /**
     * The outcome of a round.
     *
     * @param lingerMillis of its order
     * @param rows puts of its order
     */
    public record Round(int lingerMillis, long rows, Outcome outcome) {}

    public Series(Entrant entrant) {
        this.entrant = entrant;
    }

    /** The client. */
    public Entrant entrant() {
        return entrant;
    }

    /** Keeps the outcome of a round. */
    public void add(Order order, Outcome outcome) {
        add(new Round(order.lingerMillis(), order.rows(), outcome));
    }

    /** Keeps the outcome of a round; if it failed, prints the reason to standard error. */
    public void add(Round round) {
        if (round.outcome().error() != null) {
            System.err.println(entrant.title() + " failed: " + round.outcome().error());
        }
        rounds.add(round);
    }

    /** All rounds, in order. */
    public List<Round> rounds() {
        return List.copyOf(rounds);
    }

    /** Whether a round failed. */
    public boolean isFailed() {
        return rounds.stream().anyMatch(round -> round.outcome().error() != null);
    }

    /** Whether system calls could be counted. */
    public boolean hasSyscalls() {
        return rounds.stream().anyMatch(round -> round.outcome().syscalls() != null);
    }

    /** Puts a second. */
    public Figure rate() {
        return ofPuts(Puts::rate);
    }

    /** Processor time of the client's process for each put. */
    public Figure clientCpuMicros() {
        return ofPuts(puts -> puts.cpuNanos() / NANOS_PER_MICRO / puts.rows());
    }

    /** Bytes that the client's process allocated for each put. */
    public Figure allocatedBytes() {
        return ofPuts(puts -> (double) puts.allocatedBytes() / puts.rows());
    }

    /** Processor time of the server's process for each put. */
    public Figure serverCpuMicros() {
        return ofPuts(puts -> puts.serverCpuNanos() / NANOS_PER_MICRO / puts.rows());
    }

    /** Processor time of the garbage collector of the client's process for each put. */
    public Figure collectorMicros() {
        return ofPuts(puts -> puts.collectorNanos() / NANOS_PER_MICRO / puts.rows());
    }

    /** System calls of the client's process for each put. */
    public Figure syscalls() {
        return figure(round -> {
            Long calls = round.outcome().syscalls();
            return calls == null ? null : (double) calls / round.rows();
        });
    }

    /** Time from when a put was due until it was acknowledged, with a linger. */
    public Figure latency(int lingerMillis, ToDoubleFunction<Latencies> percentile) {
        return figure(round -> {
            Latencies latencies =
                    round.lingerMillis() == lingerMillis ? round.outcome().latencies() : null;
            return latencies == null ? null : percentile.applyAsDouble(latencies);
        });
    }

    private Figure ofPuts(ToDoubleFunction<Puts> value) {
        return figure(round -> {
            Puts puts = round.outcome().puts();
            return puts == null ? null : value.applyAsDouble(puts);
        });
    }

    /** @param value null for a round that did not measure it */
    private Figure figure(Function<Round, @Nullable Double> value) {
        return isFailed()
                ? Figure.failed(entrant.title())
                : Figure.median(
                        entrant.title(),
                        rounds.stream().map(value).filter(Objects::nonNull).toList());
    }
}
