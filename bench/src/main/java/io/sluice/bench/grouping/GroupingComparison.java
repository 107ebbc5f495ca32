package io.sluice.bench.grouping;

import io.sluice.bench.Comparison;
import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Measured;
import io.sluice.bench.run.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;

/** Compares the cost from a full buffer to encoded requests, for one server with 16 regions to 1,000 with 100,000. */
public final class GroupingComparison implements Comparison {
    private static final double MAX_GROWTH = 2;
    private static final double MAX_BYTES_PER_REGION = 300;
    private static final int[][] SCALES = {{1, 16}, {10, 1_000}, {100, 10_000}, {1_000, 100_000}};
    private static final String NANOS = "ns/mutation";
    private static final String CPU = "CPU ns/mutation";
    private static final String LOCATE = "ns/row";
    private static final String HEAP = "bytes/region";

    /** Regions held while memory is measured, in as many tables as necessary. */
    private static final int MEASURED_REGIONS = 100_000;

    @Override
    public String name() {
        return "grouping";
    }

    @Override
    public String question() {
        return """
                Sending a full buffer of 2 MiB (14,768 Puts of 100 bytes of value, different rows) to a
                table with this number of regions and servers, all of them in the cache. ns/mutation:
                one thread passes them to mutate(), which copies each into the buffer and looks up its
                region, then flushes: sorts by server and region, cuts requests and encodes them into
                pooled direct buffers, which are discarded. CPU ns/mutation and bytes/mutation: of the
                whole JVM, which adds settling on one event loop and the collector. Skewed: four of five
                rows are in one of five regions. ns/row: only finding the region of a row. bytes/region:
                heap that the cache holds for each region of many tables, 100,000 regions in all,
                everything included; used heap after a collection. The peer's path from the buffer to
                the server cannot be called separately; its cache of regions can. The floor is no
                client: it is told the region of each put, copies its encoded cell, sorts, and encodes
                the same requests; it has no futures, limits or answers.""";
    }

    private static List<TableShape> shapes() {
        List<TableShape> shapes = new ArrayList<>();
        for (boolean skewed : new boolean[] {false, true}) {
            for (int[] scale : SCALES) {
                shapes.add(new TableShape(scale[0], scale[1], skewed));
            }
        }
        return shapes;
    }

    @Override
    public List<Row> measure(JmhSession session) {
        List<Row> nanos = new ArrayList<>();
        List<Row> cpu = new ArrayList<>();
        List<Row> bytes = new ArrayList<>();
        List<Row> locate = new ArrayList<>();
        for (TableShape shape : shapes()) {
            List<Measured> both = session.run(List.of(
                    plan(GroupingBenchmark.class, shape, Map.of()), plan(FloorBenchmark.class, shape, Map.of())));
            Measured whole = both.get(0);
            Measured floor = both.get(1);
            String ours = RegionCacheContender.SLUICE.title();
            nanos.add(row(
                    shape, NANOS, List.of(whole.score().of(ours), floor.score().of(FloorBenchmark.TITLE))));
            cpu.add(row(
                    shape,
                    CPU,
                    List.of(whole.cpuNanos().of(ours), floor.cpuNanos().of(FloorBenchmark.TITLE))));
            bytes.add(row(shape, "bytes/mutation", List.of(whole.bytes().of(ours))));
            List<RegionCacheContender> contenders = List.of(RegionCacheContender.values());
            List<Measured> found = session.run(contenders.stream()
                    .map(contender -> plan(LocateBenchmark.class, shape, Map.of("contender", contender.name())))
                    .toList());
            List<Figure> figures = new ArrayList<>();
            for (int i = 0; i < contenders.size(); i++) {
                figures.add(found.get(i).score().of(contenders.get(i).title()));
            }
            locate.add(row(shape, LOCATE, figures));
        }
        List<Row> rows = new ArrayList<>(nanos);
        rows.addAll(cpu);
        rows.addAll(bytes);
        rows.addAll(locate);
        rows.addAll(heap());
        return rows;
    }

    private static Plan plan(Class<?> benchmark, TableShape shape, Map<String, String> others) {
        Map<String, String> parameters = new HashMap<>(others);
        parameters.put("servers", "" + shape.servers());
        parameters.put("regions", "" + shape.regions());
        parameters.put("skewed", "" + shape.skewed());
        return new Plan(benchmark, Mode.AverageTime, TimeUnit.NANOSECONDS, 1, parameters);
    }

    private static Row row(TableShape shape, String unit, List<Figure> figures) {
        return new Row(shape.label(), unit, Better.LOWER, figures);
    }

    private static List<Row> heap() {
        List<Row> rows = new ArrayList<>();
        for (int[] scale : SCALES) {
            TableShape shape = new TableShape(scale[0], scale[1], false);
            List<Figure> figures = new ArrayList<>();
            for (RegionCacheContender contender : RegionCacheContender.values()) {
                double bytes = bytesPerRegion(contender, shape);
                figures.add(Figure.median(contender.title(), List.of(bytes)));
            }
            rows.add(row(shape, HEAP, figures));
        }
        return rows;
    }

    private static double bytesPerRegion(RegionCacheContender contender, TableShape shape) {
        int tables = MEASURED_REGIONS / shape.regions();
        long bytes = RetainedHeap.of(() -> contender.fill(shape, tables));
        return (double) bytes / ((long) tables * shape.regions());
    }

    /** Leaves out processor time, which is much like the elapsed time here. */
    @Override
    public List<Row> plotted(List<Row> rows) {
        return rows.stream().filter(row -> !row.unit().equals(CPU)).toList();
    }

    /** @param rows in the order of {@link #measure} */
    @Override
    public List<Goal> goals(List<Row> rows) {
        List<Goal> goals = new ArrayList<>();
        List<Row> nanos = rows.stream().filter(row -> row.unit().equals(NANOS)).toList();
        for (int first = 0; first < nanos.size(); first += SCALES.length) {
            goals.add(Goal.growth(
                    nanos.get(first + SCALES.length - 1), MAX_GROWTH, nanos.get(first), FloorBenchmark.TITLE));
        }
        rows.stream()
                .filter(row -> row.unit().equals(HEAP))
                .forEach(row -> goals.add(Goal.atMost(row, MAX_BYTES_PER_REGION)));
        return goals;
    }
}
