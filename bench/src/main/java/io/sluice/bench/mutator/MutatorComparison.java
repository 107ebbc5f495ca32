package io.sluice.bench.mutator;

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

/**
 * The table of HBASE-29645: compares {@code mutate()} with the stock mutator and with the change that the issue
 * describes.
 */
public final class MutatorComparison implements Comparison {
    private static final int SMALL_BUFFER = 100;
    /**
     * The largest number of mutations that fill the buffer neither by our count of cell bytes nor by the peers' count
     * of heap bytes.
     */
    private static final int LARGE_BUFFER = 20_000;

    private static final int SOME_THREADS = 10;
    private static final int MANY_THREADS = 100;
    /** Length of the priming, in warm-ups. */
    private static final int PRIMING_TIMES = 2;

    private static final String FLOOR = MutatorContender.OWN_BUFFERS.title();

    private static final String CALLS_UNIT = "calls/us";
    private static final String TIME_UNIT = "us/call";

    private static final double TIMES_FLOOR = 1.2;
    private static final double ALONE_TIMES_DESCRIBED = 0.9;
    private static final double TIMES_DESCRIBED = 1.5;
    private static final double TIMES_BARE = 1;
    private static final double TIMES_STOCK = 3;
    private static final double MAX_BYTES = 64;
    /** None for the mutation; a full buffer costs some hundred bytes for its requests, regardless of its contents. */
    private static final double MAX_CALLBACK_BYTES = 1;

    /** A line of the table. */
    private record Situation(boolean blocks, int maxMutations, int threads, StubKind stub, Answering answering) {
        String label() {
            String which = stub == StubKind.MOCKITO ? "Mockito stub, " : answering.title() + ", ";
            return which + (blocks ? "flush blocks 1 ms" : "nothing blocks") + ", maxMutations " + maxMutations + ", "
                    + threads + (threads == 1 ? " thread" : " threads");
        }

        Plan plan(MutatorContender contender, int primingMillis) {
            return new Plan(
                    MutatorBenchmark.class,
                    blocks ? Mode.AverageTime : Mode.Throughput,
                    TimeUnit.MICROSECONDS,
                    threads,
                    Map.of(
                            "contender",
                            contender.name(),
                            "maxMutations",
                            "" + maxMutations,
                            "blockMillis",
                            blocks ? "1" : "0",
                            "stub",
                            stub.name(),
                            "answering",
                            answering.name(),
                            "primingMillis",
                            "" + primingMillis));
        }
    }

    @Override
    public String name() {
        return "mutator";
    }

    @Override
    public String question() {
        return """
                One call of mutate() with the next of 4,096 prebuilt Puts of 100 bytes of value, for 16
                regions; the sender is a stub. "Network thread": it answers on an event loop, which must
                be woken like the loop of a connection; the mutations in flight are limited to those
                that fit into 64 MiB. "Inline stub": it returns completed futures, as in HBASE-29645, so
                futures complete on the calling thread. Where the flush blocks, the sending thread
                sleeps 1 ms once per buffer: average time of a call. Where nothing blocks: calls of all
                threads per us. Bytes are all that any thread of the JVM allocates per call, including
                the caller's future (24 bytes) and the work after the flush, but not the Put. CPU is
                that of the whole JVM per call. "Callback" is tryMutate() with one callback for all.
                Differences: the peers keep a reference to the Put. Sluice copies it into a block, looks
                up its region, and groups. "Lists alone" is the described change with mutate(Mutation)
                overridden, so that a single mutation does not become a list of one. The Mockito rows
                show the cost of a mock as the sender (stub only: a mock that records its calls keeps
                every mutation forever). "Sleep alone" sleeps 1 ms in one call per full buffer and does
                nothing else: the floor of a flush that blocks. "Own buffers" copies into a buffer of the
                calling thread, whose futures the event loop completes: the floor where nothing blocks.""";
    }

    private static List<Situation> situations() {
        List<Situation> all = new ArrayList<>();
        for (int threads : new int[] {1, SOME_THREADS, MANY_THREADS}) {
            // In the issue, a flush blocks inside batch().
            all.add(new Situation(/* blocks= */ true, SMALL_BUFFER, threads, StubKind.PLAIN, Answering.AT_ONCE));
        }
        for (int maxMutations : new int[] {SMALL_BUFFER, LARGE_BUFFER}) {
            for (int threads : new int[] {1, SOME_THREADS, MANY_THREADS}) {
                all.add(new Situation(
                        /* blocks= */ false, maxMutations, threads, StubKind.PLAIN, Answering.BY_NETWORK_THREAD));
            }
        }
        // Without goals: what the stub of the issue shows, and what a mock costs.
        all.add(new Situation(/* blocks= */ false, LARGE_BUFFER, SOME_THREADS, StubKind.PLAIN, Answering.AT_ONCE));
        all.add(new Situation(/* blocks= */ false, SMALL_BUFFER, SOME_THREADS, StubKind.MOCKITO, Answering.AT_ONCE));
        return all;
    }

    @Override
    public List<Row> measure(JmhSession session) {
        int primingMillis = PRIMING_TIMES
                * session.effort().warmupIterations()
                * session.effort().iterationMillis();
        List<Row> calls = new ArrayList<>();
        List<Row> bytes = new ArrayList<>();
        List<Row> cpu = new ArrayList<>();
        for (Situation situation : situations()) {
            List<Figure> callFigures = new ArrayList<>();
            List<Figure> byteFigures = new ArrayList<>();
            List<Figure> cpuFigures = new ArrayList<>();
            List<MutatorContender> contenders = MutatorContender.compared(situation.blocks(), situation.answering());
            List<Measured> measured = session.run(contenders.stream()
                    .map(contender -> situation.plan(contender, primingMillis))
                    .toList());
            for (int i = 0; i < contenders.size(); i++) {
                String title = contenders.get(i).title();
                callFigures.add(measured.get(i).score().of(title));
                byteFigures.add(measured.get(i).bytes().of(title));
                cpuFigures.add(measured.get(i).cpuNanos().of(title));
            }
            calls.add(
                    situation.blocks()
                            ? new Row(situation.label(), TIME_UNIT, Better.LOWER, callFigures)
                            : new Row(situation.label(), CALLS_UNIT, Better.HIGHER, callFigures));
            bytes.add(new Row(situation.label(), "bytes/call", Better.LOWER, byteFigures));
            cpu.add(new Row(situation.label(), "CPU ns/call", Better.LOWER, cpuFigures));
        }
        calls.addAll(bytes);
        calls.addAll(cpu);
        return calls;
    }

    /** @param rows in the order of {@link #measure}: calls of each situation, then bytes of each, then CPU of each */
    @Override
    public List<Goal> goals(List<Row> rows) {
        List<Situation> situations = situations();
        List<Goal> goals = new ArrayList<>();
        for (int i = 0; i < situations.size(); i++) {
            goals.addAll(goals(situations.get(i), rows.get(i), rows.get(situations.size() + i)));
        }
        return goals;
    }

    /**
     * Returns the small buffer if the flush blocks, since it then blocks often, and the large one if nothing blocks.
     */
    @Override
    public List<Row> plotted(List<Row> rows) {
        return rows.stream()
                .filter(row -> situations().stream()
                        .anyMatch(situation -> situation.label().equals(row.label()) && isPlotted(situation, row)))
                .toList();
    }

    private static boolean isPlotted(Situation situation, Row row) {
        return situation.blocks()
                ? row.unit().equals(TIME_UNIT)
                : situation.maxMutations() == LARGE_BUFFER && situation.answering() == Answering.BY_NETWORK_THREAD;
    }

    private static List<Goal> goals(Situation situation, Row calls, Row bytes) {
        String described = MutatorContender.DESCRIBED.title();
        List<Goal> goals = new ArrayList<>();
        if (!situation.blocks() && situation.answering() == Answering.AT_ONCE) {
            // No goals: no connection is like this stub.
            return goals;
        }
        if (!situation.blocks()) {
            if (situation.threads() == 1) {
                goals.add(Goal.times(calls, ALONE_TIMES_DESCRIBED, described, FLOOR));
            } else {
                goals.add(Goal.times(calls, TIMES_DESCRIBED, described, FLOOR));
                goals.add(Goal.times(calls, TIMES_BARE, MutatorContender.BARE.title(), FLOOR));
                goals.add(Goal.times(calls, TIMES_STOCK, MutatorContender.HBASE.title(), FLOOR));
            }
            goals.add(Goal.atMost(bytes, MAX_BYTES, FLOOR));
            if (situation.maxMutations() == LARGE_BUFFER) {
                goals.add(Goal.atMost(bytes, MutatorContender.CALLBACK.title(), MAX_CALLBACK_BYTES));
            }
        } else {
            goals.add(Goal.times(calls, 1, described, MutatorContender.SLEEP_ALONE.title()));
            if (situation.threads() == MANY_THREADS) {
                goals.add(Goal.times(calls, 1 / TIMES_FLOOR, MutatorContender.SLEEP_ALONE.title()));
            }
        }
        return goals;
    }
}
