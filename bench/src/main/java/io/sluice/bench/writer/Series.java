package io.sluice.bench.writer;

import io.sluice.bench.result.Figure;
import io.sluice.bench.writer.Outcome.Latencies;
import io.sluice.bench.writer.Outcome.Puts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The results of one client in the rounds of one situation, each in its own JVM. After a failed round it has no
 * figures.
 */
public final class Series {
    private static final double NANOS_PER_MICRO = 1e3;

    private final Entrant entrant;
    private final List<Puts> puts = new ArrayList<>();
    private final Map<Integer, List<Latencies>> latenciesByLinger = new TreeMap<>();
    private final List<Double> syscallsPerPut = new ArrayList<>();
    private boolean failed;

    public Series(Entrant entrant) {
        this.entrant = entrant;
    }

    /** The client. */
    public Entrant entrant() {
        return entrant;
    }

    /** Keeps the outcome of a round. */
    public void add(Order order, Outcome outcome) {
        if (outcome.error() != null) {
            fail(outcome.error());
        }
        if (outcome.puts() != null) {
            puts.add(outcome.puts());
        }
        if (outcome.latencies() != null) {
            latenciesByLinger
                    .computeIfAbsent(order.lingerMillis(), none -> new ArrayList<>())
                    .add(outcome.latencies());
        }
        if (outcome.syscalls() != null) {
            syscallsPerPut.add((double) outcome.syscalls() / order.rows());
        }
    }

    /** Discards the figures, and prints the reason to standard error. */
    public void fail(String why) {
        System.err.println(entrant.title() + " failed: " + why);
        failed = true;
    }

    /** Whether a round failed. */
    public boolean isFailed() {
        return failed;
    }

    /** Whether system calls could be counted. */
    public boolean hasSyscalls() {
        return !syscallsPerPut.isEmpty();
    }

    /** Puts a second. */
    public Figure rate() {
        return figure(puts, Puts::rate);
    }

    /** Processor time of the client's process for each put. */
    public Figure clientCpuMicros() {
        return figure(puts, round -> round.cpuNanos() / NANOS_PER_MICRO / round.rows());
    }

    /** Bytes that the client's process allocated for each put. */
    public Figure allocatedBytes() {
        return figure(puts, round -> (double) round.allocatedBytes() / round.rows());
    }

    /** Processor time of the server's process for each put. */
    public Figure serverCpuMicros() {
        return figure(puts, round -> round.serverCpuNanos() / NANOS_PER_MICRO / round.rows());
    }

    /** System calls of the client's process for each put. */
    public Figure syscalls() {
        return figure(syscallsPerPut, each -> each);
    }

    /** Processor time of the garbage collector of the client's process for each put. */
    public Figure collectorMicros() {
        return figure(puts, round -> round.collectorNanos() / NANOS_PER_MICRO / round.rows());
    }

    /** Time from when a put was due until it was acknowledged, with a linger. */
    public Figure latency(int lingerMillis, ToDoubleFunction<Latencies> percentile) {
        return figure(latenciesByLinger.getOrDefault(lingerMillis, List.of()), percentile);
    }

    private <T> Figure figure(List<T> rounds, ToDoubleFunction<T> value) {
        return failed
                ? Figure.failed(entrant.title())
                : Figure.median(
                        entrant.title(),
                        rounds.stream().mapToDouble(value).boxed().toList());
    }
}
