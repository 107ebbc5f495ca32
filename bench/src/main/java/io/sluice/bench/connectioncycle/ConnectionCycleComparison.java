package io.sluice.bench.connectioncycle;

import io.sluice.bench.Comparison;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.ChildJvm;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Rotation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares pools by checking connections out and back in. */
public final class ConnectionCycleComparison implements Comparison {
    /** With 1,000 threads on few cores, each thread runs once in a second or two, so windows are longer than JMH's. */
    private static final int WINDOW_FACTOR = 2;

    /** Lets the directing thread and the compilers run in time. Has no effect without the necessary permission. */
    private static final String PRIORITIES = "-XX:ThreadPriorityPolicy=1";

    private static final Duration MARGIN = Duration.ofSeconds(60);

    @Override
    public String name() {
        return "connection-cycle";
    }

    @Override
    public String question() {
        return "Threads check a connection out of a pool and in again, with no work between; (threads, connections)"
                + " are those of JAVA-4452. The runner is not JMH: each contender and case has its own JVMs with the"
                + " flags below, and the figures are their medians. The threads first count calls without a clock,"
                + " then time each check-out in a second phase. Before each phase all connections are held until"
                + " every thread waits for one; the threads that then get one begin together. Bytes are those that"
                + " the calling threads allocate.";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        CyclePlan plan = plan(CycleContender.SLUICE, CycleCase.ALONE, effort);
        return Map.of(
                "JVMs", effort.jvms() + " of each contender, in turns",
                "warm-up of each phase", plan.warmupMillis() + " ms",
                "calls counted", plan.windows() + " x " + plan.windowMillis() + " ms",
                "check-outs timed", plan.windows() * plan.windowMillis() + " ms",
                "JVM flags", ChildJvm.flags() + " " + PRIORITIES);
    }

    @Override
    public List<Row> measure(JmhSession session) {
        List<Row> rows = new ArrayList<>();
        for (CycleCase situation : CycleCase.values()) {
            Map<CycleContender, List<CycleMeasured>> measured = new EnumMap<>(CycleContender.class);
            for (int jvm = 0; jvm < session.effort().jvms(); jvm++) {
                for (CycleContender contender : Rotation.of(List.of(CycleContender.values()), jvm)) {
                    System.err.println(name() + " " + situation.label() + " " + contender.title());
                    CycleMeasured one = measure(plan(contender, situation, session.effort()));
                    if (one != null) {
                        measured.computeIfAbsent(contender, none -> new ArrayList<>())
                                .add(one);
                    }
                }
            }
            // A contender of which one JVM failed has failed.
            measured.values().removeIf(jvms -> jvms.size() < session.effort().jvms());
            rows.addAll(CycleRow.of(situation, measured));
        }
        return rows;
    }

    private static CyclePlan plan(CycleContender contender, CycleCase situation, Effort effort) {
        return new CyclePlan(
                contender,
                situation.threads(),
                situation.max(),
                (long) effort.warmupIterations() * effort.iterationMillis(),
                effort.iterations(),
                (long) WINDOW_FACTOR * effort.iterationMillis());
    }

    /** Returns null, and prints a message to standard error, if the child fails; the others continue. */
    private static @Nullable CycleMeasured measure(CyclePlan plan) {
        try {
            return run(plan);
        } catch (IOException e) {
            System.err.println("failed: " + e.getMessage());
            return null;
        }
    }

    static CycleMeasured run(CyclePlan plan) throws IOException {
        Duration most = MARGIN.plusMillis(2 * (plan.warmupMillis() + plan.windows() * plan.windowMillis()));
        return new ChildJvm(plan.contender().classPath(), PRIORITIES)
                .run(CycleProgram.class, plan.arguments(), CycleMeasured.class, most);
    }

    @Override
    public List<Goal> goals(List<Row> rows) {
        return new CycleGoals(rows).all();
    }
}
