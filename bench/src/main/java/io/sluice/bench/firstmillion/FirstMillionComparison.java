package io.sluice.bench.firstmillion;

import io.sluice.bench.Comparison;
import io.sluice.bench.endtoend.RealServer;
import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Rotation;
import io.sluice.bench.run.Samples;
import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Entrant;
import io.sluice.bench.writer.FirstPuts;
import io.sluice.bench.writer.FirstPutsMeasured;
import io.sluice.bench.writer.FirstPutsMeasured.Part;
import io.sluice.bench.writer.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Compares new JVMs that write their first millions of puts to a real server, without warm-up; nothing is left out. */
public final class FirstMillionComparison implements Comparison {
    private static final List<Entrant> ENTRANTS = Entrant.all(List.of(Contender.values()));
    private static final List<Contender> OURS = List.of(Contender.SLUICE, Contender.SLUICE_FUTURES);

    private static final String MILLIS = "ms";
    private static final String CPU = "us of CPU a put";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MEGABYTE = 1e6;

    private static final double TIMES_BEST_RATE = 1.5;
    private static final double TIMES_ASYNCHBASE = 2;
    private static final double TIMES_HBASE = 5;
    private static final double TIMES_FINAL = 1.3;

    /**
     * The extent of the measurement.
     *
     * @param jvms of each contender in each situation
     * @param rows puts of a part
     * @param parts of each JVM
     * @param longParts of each of our JVMs in {@link FirstSituation#LONG}
     */
    record Length(int jvms, long rows, int parts, int longParts) {
        static Length of(Effort effort) {
            return switch (effort) {
                case FULL -> new Length(5, 1_000_000, 3, 12);
                case QUICK -> new Length(2, 1_000_000, 2, 6);
                case SMOKE -> new Length(1, 2_000, 2, 3);
            };
        }

        int parts(Entrant entrant, FirstSituation situation) {
            return OURS.contains(entrant.contender()) && situation.equals(FirstSituation.LONG) ? longParts : parts;
        }

        /** A name for the puts of all parts up to one. */
        String upTo(int part) {
            return String.format(Locale.ROOT, "first %,d puts", part * rows);
        }

        /** A name for the puts of one part. */
        String only(int part) {
            return String.format(Locale.ROOT, "puts %,d to %,d", (part - 1) * rows + 1, part * rows);
        }
    }

    @Override
    public String name() {
        return "first-million";
    }

    @Override
    public String question() {
        return """
                Puts to a real HBase, one region server in its own process, a table of 16 regions,
                emptied before each JVM. Each JVM is new and begins to write at once: all figures count
                from its start until the puts have been acknowledged, and include class loading,
                connecting, the look-up of regions and compilation. Client and server share the
                processors. SKIP_WAL. Medians of the JVMs.
                Differences: hbase-client async and asynchbase have no bound, so they get a window of
                100,000 puts. Each thread of the blocking mutator has its own, which does not report
                when a put was acknowledged, so it is flushed at the end of each part and has no first
                acknowledgement. The floor is no client: it is told the regions, builds no Put,
                encodes puts of one form into a request of each thread, and sends it. No client should need
                less CPU; with requests of other sizes, the server could.""";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        Length length = Length.of(effort);
        return Map.of(
                "JVMs", length.jvms() + " of each contender in each situation, in turns",
                "puts",
                        length.parts() + " parts of " + length.rows() + "; with " + FirstSituation.LONG.label()
                                + " our JVMs" + " write " + length.longParts(),
                "JVM flags", FirstPuts.flags());
    }

    @Override
    public List<Row> measure(JmhSession session) {
        Length length = Length.of(session.effort());
        Map<FirstSituation, Map<Entrant, List<FirstPutsMeasured>>> measured = new LinkedHashMap<>();
        try (RealServer server = RealServer.start(session.effort())) {
            // Unmeasured, since the first rows after its start cost a server more.
            Entrant first = Entrant.withDefaults(Contender.HBASE_ASYNC);
            List<FirstPutsMeasured> unused =
                    sample(Samples.notKept(), "first", () -> measure(server, first, FirstSituation.LONG, length));
            for (int jvm = 0; jvm < length.jvms(); jvm++) {
                for (FirstSituation situation : FirstSituation.all(session.effort())) {
                    System.err.println(situation.label());
                    Map<Entrant, List<FirstPutsMeasured>> all =
                            measured.computeIfAbsent(situation, none -> new LinkedHashMap<>());
                    for (Entrant entrant : Rotation.of(ENTRANTS, jvm)) {
                        String name = jvm + ", " + situation.label() + ", " + entrant.title();
                        all.computeIfAbsent(entrant, none -> new ArrayList<>())
                                .addAll(sample(
                                        session.samples(), name, () -> measure(server, entrant, situation, length)));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows(measured, length);
    }

    /** If it fails, returns nothing and prints a message to standard error; the others continue. */
    private static List<FirstPutsMeasured> sample(
            Samples samples, String name, Samples.Measurement<FirstPutsMeasured, IOException> measurement) {
        try {
            return List.of(samples.get(name, FirstPutsMeasured.class, measurement));
        } catch (IOException e) {
            System.err.println("  " + name + " failed: " + e.getMessage());
            return List.of();
        }
    }

    /** Measures one JVM. */
    private static FirstPutsMeasured measure(
            RealServer server, Entrant entrant, FirstSituation situation, Length length) throws IOException {
        Target target = empty(server);
        int parts = length.parts(entrant, situation);
        FirstPutsMeasured one = FirstPuts.run(entrant, target, situation.load(), length.rows(), parts);
        server.checkRows(parts * length.rows());
        System.err.println("  " + entrant.title() + ": " + one);
        return one;
    }

    /** If the server cannot do this, the comparison ends, and can be continued. */
    private static Target empty(RealServer server) {
        try {
            return server.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the rows of each situation, for each of our two forms. A contender none of whose JVMs succeeded has
     * failed.
     */
    static List<Row> rows(Map<FirstSituation, Map<Entrant, List<FirstPutsMeasured>>> measured, Length length) {
        List<Row> rows = new ArrayList<>();
        for (Contender ours : OURS) {
            measured.forEach((situation, of) -> {
                Map<Entrant, List<FirstPutsMeasured>> compared = new LinkedHashMap<>();
                Entrant own = Entrant.withDefaults(ours);
                compared.put(own, of.getOrDefault(own, List.of()));
                of.forEach((entrant, jvms) -> {
                    if (!OURS.contains(entrant.contender())) {
                        compared.put(entrant, jvms);
                    }
                });
                String form = ours == Contender.SLUICE ? "callbacks" : "futures";
                boolean isLong = situation.equals(FirstSituation.LONG);
                rows.addAll(rows(situation.label() + ", " + form + ", ", compared, length, isLong));
            });
        }
        return rows;
    }

    private static List<Row> rows(
            String label, Map<Entrant, List<FirstPutsMeasured>> of, Length length, boolean isLong) {
        List<Row> rows = new ArrayList<>();
        rows.add(firstAcknowledgement(label, of));
        String first = label + length.upTo(1);
        rows.add(row(first, MILLIS, of, jvm -> jvm.parts().get(0).millis()));
        rows.add(row(
                label + length.upTo(length.parts()),
                MILLIS,
                of,
                jvm -> jvm.parts().get(length.parts() - 1).millis()));
        rows.add(row(first, CPU, of, jvm -> cpuOf(jvm, 1, length)));
        for (int part = 2; part <= length.parts(); part++) {
            int number = part;
            rows.add(row(label + length.only(part), CPU, of, jvm -> cpuOf(jvm, number, length)));
        }
        if (isLong) {
            Map<Entrant, List<FirstPutsMeasured>> ours = new LinkedHashMap<>(of);
            ours.keySet().removeIf(entrant -> !OURS.contains(entrant.contender()));
            rows.add(row(
                    label + length.only(length.longParts()), CPU, ours, jvm -> cpuOf(jvm, length.longParts(), length)));
        }
        rows.add(row(first, "ms of CPU of the compiler", of, millis(Part::compilerNanos)));
        rows.add(row(first, "ms of CPU of the collector", of, millis(Part::collectorNanos)));
        rows.add(row(
                first,
                "ms of CPU of the rest",
                of,
                millis(part -> part.cpuNanos() - part.compilerNanos() - part.collectorNanos())));
        rows.add(row(first, "ms of CPU of the server", of, millis(Part::serverCpuNanos)));
        rows.add(row(first, "classes loaded", of, jvm -> jvm.parts().get(0).classes()));
        rows.add(row(first, "MB allocated", of, jvm -> jvm.parts().get(0).allocatedBytes() / MEGABYTE));
        rows.add(
                row(first, "MB of memory at most", of, jvm -> jvm.parts().get(0).mostResidentBytes() / MEGABYTE));
        return rows;
    }

    private static Row firstAcknowledgement(String label, Map<Entrant, List<FirstPutsMeasured>> of) {
        Map<Entrant, List<FirstPutsMeasured>> telling = new LinkedHashMap<>(of);
        telling.keySet().removeIf(entrant -> !entrant.contender().tellsWhenAcknowledged());
        return row(label + "first put acknowledged", MILLIS, telling, jvm -> {
            Double millis = jvm.firstMillis();
            return millis == null ? Double.NaN : millis;
        });
    }

    private static ToDoubleFunction<FirstPutsMeasured> millis(ToDoubleFunction<Part> nanos) {
        return jvm -> nanos.applyAsDouble(jvm.parts().get(0)) / NANOS_PER_MILLI;
    }

    private static double cpuOf(FirstPutsMeasured jvm, int part, Length length) {
        long before = part == 1 ? 0 : jvm.parts().get(part - 2).cpuNanos();
        return (jvm.parts().get(part - 1).cpuNanos() - before) / NANOS_PER_MICRO / length.rows();
    }

    private static Row row(
            String label,
            String unit,
            Map<Entrant, List<FirstPutsMeasured>> of,
            ToDoubleFunction<FirstPutsMeasured> value) {
        List<Figure> figures = new ArrayList<>();
        of.forEach((entrant, jvms) -> figures.add(Figure.median(
                entrant.title(), jvms.stream().mapToDouble(value).boxed().toList())));
        return new Row(label, unit, Better.LOWER, figures);
    }

    /** Rates are compared by the time for the same number of puts. */
    @Override
    public List<Goal> goals(List<Row> rows) {
        List<Goal> goals = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            if (row.label().endsWith("first put acknowledged")) {
                goals.add(times(row, 1, bestPeer(row)));
                goals.add(times(rows.get(i + 1), TIMES_BEST_RATE, bestPeer(rows.get(i + 1))));
            } else if (row.unit().equals(CPU) && row.label().contains("first")) {
                goals.add(times(row, TIMES_ASYNCHBASE, best(row, Contender.ASYNCHBASE)));
                goals.add(times(row, TIMES_HBASE, best(row, Contender.HBASE_ASYNC)));
            } else if (row.unit().equals(CPU) && row.peers().isEmpty()) {
                goals.add(Goal.growth(named(second(rows, i)), TIMES_FINAL, row));
            }
        }
        return goals;
    }

    /** Returns the row of the second part, which follows that of the first. */
    private static Row second(List<Row> rows, int last) {
        int at = last;
        while (!rows.get(at).label().contains("first")) {
            at--;
        }
        return rows.get(at + 1);
    }

    /** Adds the unit to the label, since a situation has several goals, of different units. */
    private static Row named(Row row) {
        return new Row(row.label() + ", " + row.unit(), row.unit(), row.better(), row.figures());
    }

    private static Goal times(Row row, double factor, String contender) {
        return Goal.times(named(row), factor, contender, Contender.FLOOR.title());
    }

    private static String bestPeer(Row row) {
        Set<String> none = Set.of(row.ours().contender(), Contender.FLOOR.title());
        return row.best(title -> !none.contains(title)).contender();
    }

    /** Returns the contender with whichever settings are better. */
    private static String best(Row row, Contender contender) {
        return row.best(title -> Entrant.isOf(contender, title)).contender();
    }

    /** Returns the elapsed times, and the processor time of the first part. */
    @Override
    public List<Row> plotted(List<Row> rows) {
        return rows.stream()
                .filter(row -> row.unit().equals(MILLIS)
                        || (row.unit().equals(CPU) && row.label().contains("first")))
                .toList();
    }
}
