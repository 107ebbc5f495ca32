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
 * Something that is measured of a contender.
 *
 * @param unit of the figures
 * @param better which way they get better
 * @param canBeMeasured whose figures there are at all
 * @param figure of one contender
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

    /** System calls of the client. */
    public static final Metric SYSCALLS =
            new Metric("syscalls/put", Better.LOWER, Series::hasSyscalls, Series::syscalls);

    /** A percentile at a fixed rate. */
    public static Metric latency(String unit, ToDoubleFunction<Latencies> percentile) {
        return new Metric(
                unit,
                Better.LOWER,
                series -> series.contender().tellsWhenAcknowledged(),
                series -> series.latency(percentile));
    }

    /** Whether a row is of this. */
    public boolean isOf(Row row) {
        return row.unit().equals(unit);
    }

    /** The row of a situation, without contenders that cannot be measured. */
    public Row row(String label, List<Series> all) {
        return new Row(
                label,
                unit,
                better,
                all.stream().filter(canBeMeasured).map(figure).toList());
    }
}
