package io.sluice.bench.writer;

import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Row;
import io.sluice.bench.writer.Outcome.Latencies;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * A measured property of a contender.
 *
 * @param unit unit of the figures
 * @param better the direction in which they are better
 * @param canBeMeasured which contenders have figures
 * @param figure computes the figure of one contender
 */
public record Metric(String unit, Better better, Predicate<Series> canBeMeasured, Function<Series, Figure> figure) {
    /** Puts a second. */
    public static final Metric RATE = new Metric("puts/s", Better.HIGHER, series -> true, Series::rate);

    /** Processor time of the client. */
    public static final Metric CLIENT_CPU =
            new Metric("client CPU us/put", Better.LOWER, series -> true, Series::clientCpuMicros);

    /** Garbage of the client. */
    public static final Metric BYTES = new Metric("bytes/put", Better.LOWER, series -> true, Series::allocatedBytes);

    /** Processor time of the server. */
    public static final Metric SERVER_CPU =
            new Metric("server CPU us/put", Better.LOWER, series -> true, Series::serverCpuMicros);

    /** Processor time of the client's garbage collector. */
    public static final Metric COLLECTOR_CPU =
            new Metric("collector CPU us/put", Better.LOWER, series -> true, Series::collectorMicros);

    /** System calls of the client. */
    public static final Metric SYSCALLS =
            new Metric("syscalls/put", Better.LOWER, Series::hasSyscalls, Series::syscalls);

    /** Returns the metric of a percentile at a fixed rate, with a linger. */
    public static Metric latency(String name, int lingerMillis, ToDoubleFunction<Latencies> percentile) {
        return new Metric(
                name + " us, linger " + lingerMillis + " ms",
                Better.LOWER,
                series -> series.entrant().contender().canBePaced(),
                series -> series.latency(lingerMillis, percentile));
    }

    /** Whether a row belongs to this metric. */
    public boolean isOf(Row row) {
        return row.unit().equals(unit);
    }

    /** The row for a situation, without contenders that cannot be measured. */
    public Row row(String label, List<Series> all) {
        return new Row(
                label,
                unit,
                better,
                all.stream().filter(canBeMeasured).map(figure).toList());
    }
}
