package io.sluice.bench.connectioncycle;

import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The rows for each case. */
final class CycleRow {
    static final String THROUGHPUT = "calls of all threads";
    static final String WITHOUT_TURN = "threads without a call";
    static final String BYTES = "bytes allocated";

    private static final String CALLS = "calls";
    private static final String MICROS = "us";

    private CycleRow() {}

    /** The label of a row. */
    static String label(CycleCase situation, String what) {
        return situation.label() + " " + what;
    }

    /** The part of a label after the case, for a latency. */
    static String what(Latency latency) {
        return "check-out, " + latency.title();
    }

    /**
     * All rows of a case: medians of the JVMs.
     *
     * @param measured the JVMs of each contender; a missing contender has failed
     */
    static List<Row> of(CycleCase situation, Map<CycleContender, List<CycleMeasured>> measured) {
        Stream<Row> calls = Stream.of(
                row(situation, THROUGHPUT, "calls/ms", Better.HIGHER, measured, CycleRow::throughput),
                row(situation, "fewest calls of a thread", CALLS, Better.HIGHER, measured, one -> one.leastTurns()),
                row(situation, "median calls of a thread", CALLS, Better.HIGHER, measured, one -> one.medianTurns()),
                row(situation, WITHOUT_TURN, "threads", Better.LOWER, measured, one -> one.threadsWithoutTurn()),
                row(situation, BYTES, "bytes/call", Better.LOWER, measured, CycleMeasured::bytesPerCall));
        Stream<Row> latencies = Arrays.stream(Latency.values())
                .map(latency -> row(
                        situation,
                        what(latency),
                        MICROS,
                        Better.LOWER,
                        measured,
                        one -> one.latencyMicros().get(latency.ordinal())));
        return Stream.concat(calls, latencies).toList();
    }

    private static Row row(
            CycleCase situation,
            String what,
            String unit,
            Better better,
            Map<CycleContender, List<CycleMeasured>> measured,
            ToDoubleFunction<CycleMeasured> value) {
        List<Figure> figures = Arrays.stream(CycleContender.values())
                .map(contender -> Figure.median(
                        contender.title(),
                        measured.getOrDefault(contender, List.of()).stream()
                                .mapToDouble(value)
                                .boxed()
                                .toList()))
                .toList();
        return new Row(label(situation, what), unit, better, figures);
    }

    private static double throughput(CycleMeasured one) {
        return one.callsPerMilli().stream()
                .mapToDouble(window -> window)
                .average()
                .orElse(Double.NaN);
    }
}
