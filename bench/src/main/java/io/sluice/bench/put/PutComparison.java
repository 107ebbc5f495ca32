package io.sluice.bench.put;

import io.sluice.bench.Comparison;
import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Measured;
import io.sluice.bench.run.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;

/** Compares building Sluice's Put with building HBase's. */
public final class PutComparison implements Comparison {
    private static final double TIMES_HBASE = 1;
    private static final double MAX_BYTES = 256;

    @Override
    public String name() {
        return "put";
    }

    @Override
    public String question() {
        return "Building a Put with a row of 16 bytes, column f:q and a value of 100 bytes, one thread. Time per Put, and"
                + " bytes allocated per Put: everything but the caller's own arrays of row, family, qualifier and value.";
    }

    @Override
    public List<Row> measure(JmhSession session) {
        List<PutContender> contenders = List.of(PutContender.values());
        List<Measured> measured = session.run(contenders.stream()
                .map(contender -> new Plan(
                        PutBenchmark.class,
                        Mode.AverageTime,
                        TimeUnit.NANOSECONDS,
                        1,
                        Map.of("contender", contender.name())))
                .toList());
        List<Figure> nanos = new ArrayList<>();
        List<Figure> bytes = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            String title = contenders.get(i).title();
            nanos.add(measured.get(i).score().of(title));
            bytes.add(measured.get(i).bytes().of(title));
        }
        return List.of(
                new Row("build a Put", "ns", Better.LOWER, nanos),
                new Row("build a Put", "bytes", Better.LOWER, bytes));
    }

    @Override
    public List<Goal> goals(List<Row> rows) {
        return List.of(
                Goal.times(rows.get(0), TIMES_HBASE, PutContender.HBASE.title()), Goal.atMost(rows.get(1), MAX_BYTES));
    }
}
