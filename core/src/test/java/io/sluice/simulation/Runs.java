package io.sluice.simulation;

import io.sluice.simulation.Plan.Operation;
import io.sluice.simulation.Promise.Broken;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs plans, each on a thread of its own that is watched, and makes one that fails short. */
final class Runs {
    /** Processor time without a step after which a thread is said to spin. */
    private static final long SPINNING_NANOS = 1_500_000_000L;

    /** The same in time of the day, for a thread that stands still. */
    private static final long STUCK_NANOS = 30_000_000_000L;

    private static final long LOOK_MILLIS = 100;
    private static final int WARM_UPS = 2;
    private static final int MOST_SHORTENINGS = 400;
    private static final int MOST_SLOW_SHORTENINGS = 25;

    private final Set<Promise> asserted;

    /** @param asserted the promises that are looked at */
    Runs(Set<Promise> asserted) {
        this.asserted = asserted;
    }

    /**
     * Runs some plans in vain: what is drawn or done once in the life of a JVM, when a class is initialized, must not make the
     * first run of a seed another one than the second.
     */
    void warmUp() {
        for (Profile profile : Profile.values()) {
            for (int seed = -WARM_UPS; seed < 0 && profile != Profile.POOL; seed++) {
                Outcome unused = run(Plan.of(seed, profile), true);
            }
        }
    }

    /** What came of a run. */
    record Outcome(@Nullable Broken broken, Trace trace, long virtualNanos) {}

    /** Runs a plan; one that never ends is ended. */
    Outcome run(Plan plan, boolean inWords) {
        Trace trace = new Trace(inWords);
        AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        AtomicReference<@Nullable Simulation> running = new AtomicReference<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        Simulation simulation = new Simulation(plan, trace, asserted);
                        running.set(simulation);
                        Broken broken = simulation.run();
                        outcome.set(new Outcome(broken, trace, simulation.elapsedNanos()));
                    } catch (Throwable e) {
                        thrown.set(e);
                    }
                },
                "simulation " + plan.seed());
        thread.setDaemon(true);
        Seeds.number(thread);
        thread.start();
        Broken stuck = watch(thread, running);
        Outcome done = outcome.get();
        if (done != null) {
            return done;
        }
        if (stuck != null) {
            trace.tell(0, () -> "BROKEN " + stuck);
            return new Outcome(stuck, trace, 0);
        }
        throw new AssertionError(
                "the simulation itself failed, " + plan.profile().word() + " " + plan.seed(), thrown.get());
    }

    private static @Nullable Broken watch(Thread thread, AtomicReference<@Nullable Simulation> running) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long seen = -1;
        long cpuThen = 0;
        long then = System.nanoTime();
        while (true) {
            try {
                thread.join(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
            if (!thread.isAlive()) {
                return null;
            }
            Simulation simulation = running.get();
            long steps = simulation == null ? 0 : simulation.steps();
            long cpu = threads.getThreadCpuTime(thread.getId());
            if (cpu < 0) {
                continue;
            }
            if (steps != seen || cpu < cpuThen) {
                seen = steps;
                cpuThen = cpu;
                then = System.nanoTime();
            } else if (cpu - cpuThen > SPINNING_NANOS || System.nanoTime() - then > STUCK_NANOS) {
                String how = cpu - cpuThen > SPINNING_NANOS ? "spins" : "waits";
                Broken broken = new Broken(Promise.PROGRESS, "a thread " + how + " for ever at " + place(thread));
                end(thread);
                return broken;
            }
        }
    }

    private static String place(Thread thread) {
        Throwable here = new Throwable();
        here.setStackTrace(thread.getStackTrace());
        return Trace.place(here);
    }

    /** There is no other way to end a thread that spins; newer Java has none at all, and there it spins on. */
    @SuppressWarnings({"deprecation", "removal"})
    private static void end(Thread thread) {
        try {
            thread.stop();
            thread.join(1_000);
        } catch (UnsupportedOperationException e) {
            // It is a daemon.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The same plan with fewer operations, which breaks the same promise. */
    Plan shorten(Plan plan, Broken broken) {
        Plan shortest = plan;
        int left = broken.promise() == Promise.PROGRESS ? MOST_SLOW_SHORTENINGS : MOST_SHORTENINGS;
        for (int part = Math.max(1, plan.operations().size() / 2); left > 0; part = part / 2) {
            boolean shorter = true;
            while (shorter && left > 0) {
                shorter = false;
                for (int from = 0; from < shortest.operations().size() && left > 0; ) {
                    Plan fewer = shortest.with(without(shortest.operations(), from, from + part));
                    left--;
                    Broken now = run(fewer, false).broken();
                    if (now != null && now.promise() == broken.promise()) {
                        shortest = fewer;
                        shorter = true;
                    } else {
                        from += part;
                    }
                }
            }
            if (part == 1) {
                break;
            }
        }
        return shortest;
    }

    private static List<Operation> without(List<Operation> all, int from, int to) {
        List<Operation> fewer = new ArrayList<>(all.subList(0, from));
        fewer.addAll(all.subList(Math.min(to, all.size()), all.size()));
        return fewer;
    }

    /** A failed run, made short, in words. */
    String report(Plan plan, Broken broken) {
        Plan shortest = shorten(plan, broken);
        Outcome told = run(shortest, true);
        List<String> lines = new ArrayList<>(Arrays.asList(
                "A promise is broken: " + broken,
                "again: -Dsluice.simulation.seed=" + plan.seed() + " -Dsluice.simulation.runs=1"
                        + " -Dsluice.simulation.trace=true -Dsluice.simulation.profile="
                        + plan.profile().word(),
                "shortened from " + plan.operations().size() + " to "
                        + shortest.operations().size() + " operations: " + told.broken()));
        lines.addAll(told.trace().lines());
        return String.join("\n", lines);
    }
}
