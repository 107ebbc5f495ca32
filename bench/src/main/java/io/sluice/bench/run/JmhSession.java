package io.sluice.bench.run;

import io.sluice.bench.run.Measured.Spread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Runs plans one after the other, each in its own JVM. */
public final class JmhSession {
    /** The folder with the jars of peers that cannot be on the class path. */
    public static final String PEERS_PROPERTY = "sluice.bench.peers";

    /**
     * The same heap for all. hbase-client's fast paths need one opened package of the JDK, which does not affect the
     * others.
     */
    static final List<String> JVM_FLAGS = List.of(
            "-Xms1g",
            "-Xmx1g",
            "-XX:+AlwaysPreTouch",
            "-XX:+ExitOnOutOfMemoryError",
            "--add-opens=java.base/java.nio=ALL-UNNAMED");

    /** An iteration that takes longer is interrupted and fails. */
    private static final int TIMEOUT_SECONDS = 20;

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final Effort effort;
    private final Samples samples;
    private int done;

    /** @param samples what was measured before, and where to keep what is measured now */
    public JmhSession(Effort effort, Samples samples) {
        this.effort = effort;
        this.samples = samples;
    }

    /** The effort. */
    public Effort effort() {
        return effort;
    }

    /** What was measured so far. */
    public Samples samples() {
        return samples;
    }

    /**
     * Runs plans whose results are compared, each in as many JVMs as the effort requires, in {@link Rotation}.
     *
     * @return the results in the order of the plans
     */
    public List<Measured> run(List<Plan> plans) {
        List<List<Measured>> measured = new ArrayList<>();
        plans.forEach(plan -> measured.add(new ArrayList<>()));
        List<Integer> numbers = IntStream.range(0, plans.size()).boxed().toList();
        for (int jvm = 0; jvm < effort.jvms(); jvm++) {
            for (int plan : Rotation.of(numbers, jvm)) {
                measured.get(plan).add(run(plans.get(plan)));
            }
        }
        return measured.stream().map(Measured::ofJvms).toList();
    }

    /**
     * Runs a plan in one JVM and reports progress on standard error, since a comparison takes minutes. If the benchmark
     * fails, for instance because its heap of 1 GiB is too small, this is printed, too, and the others continue.
     * @return the result, or {@link Measured#FAILED}
     */
    public Measured run(Plan plan) {
        done++;
        String run = "run " + done + ": " + plan.benchmark().getSimpleName() + " " + new TreeMap<>(plan.parameters())
                + ", " + plan.threads() + " threads";
        System.err.println(run);
        try {
            return samples.get(run, Measured.class, () -> measured(plan));
        } catch (RunnerException e) {
            System.err.println("run " + done + " failed: " + e);
            return Measured.FAILED;
        }
    }

    private Measured measured(Plan plan) throws RunnerException {
        Collection<RunResult> results = new Runner(options(plan).build()).run();
        if (results.size() != 1) {
            throw new IllegalStateException(results.size() + " results instead of one of " + plan);
        }
        RunResult result = results.iterator().next();
        return new Measured(
                spread(result.getPrimaryResult()),
                spread(secondary(result, ALLOCATED)),
                spread(secondary(result, CpuProfiler.RESULT)));
    }

    private ChainedOptionsBuilder options(Plan plan) {
        TimeValue iteration = TimeValue.milliseconds(effort.iterationMillis());
        List<String> flags = JvmFlags.of(JVM_FLAGS);
        String peers = System.getProperty(PEERS_PROPERTY);
        if (peers != null) {
            flags.add("-D" + PEERS_PROPERTY + "=" + peers);
        }
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(plan.benchmark().getName()) + "\\.")
                .mode(plan.mode())
                .timeUnit(plan.unit())
                .threads(plan.threads())
                .forks(1)
                .warmupIterations(effort.warmupIterations())
                .warmupTime(iteration)
                .measurementIterations(effort.iterations())
                .measurementTime(iteration)
                .timeout(TimeValue.seconds(TIMEOUT_SECONDS))
                .jvmArgs(flags.toArray(String[]::new))
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        plan.parameters().forEach(options::param);
        return options;
    }

    private static Result<?> secondary(RunResult result, String name) {
        Result<?> found = result.getSecondaryResults().get(name);
        if (found == null) {
            throw new IllegalStateException("JMH returned no " + name + ", only "
                    + result.getSecondaryResults().keySet());
        }
        return found;
    }

    private static Spread spread(Result<?> result) {
        Statistics samples = result.getStatistics();
        List<Double> iterations = new ArrayList<>();
        samples.getRawData()
                .forEachRemaining(entry ->
                        iterations.addAll(Collections.nCopies(Math.toIntExact(entry.getValue()), entry.getKey())));
        return new Spread(samples.getMean(), samples.getMin(), samples.getMax(), iterations);
    }
}
