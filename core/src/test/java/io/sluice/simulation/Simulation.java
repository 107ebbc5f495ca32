package io.sluice.simulation;

import static io.sluice.simulation.VirtualTime.MILLI;
import static io.sluice.simulation.VirtualTime.SECOND;

import io.sluice.simulation.Plan.Operation;
import io.sluice.simulation.Ports.Port;
import io.sluice.simulation.Promise.Broken;
import io.sluice.simulation.VirtualTime.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run: takes what is next off the agenda, lets it happen, and looks whether every promise still holds, until nothing is
 * left to do.
 *
 * <p>Other threads are played by calls inside calls: at a port, the caller stands still and somebody else goes on (see
 * {@link Preemption}), and a completion that blocks on its executor's thread lets the whole world go on until it is let go.
 */
final class Simulation implements Ports {
    private static final int DEEPEST = 3;
    private static final long LONGEST_END = 20 * 60 * SECOND;
    private static final long LONGEST_PAUSE = 20 * MILLI;

    final Plan plan;
    private final Trace trace;
    private final Set<Promise> asserted;
    private final Chance chance;
    private final Preemption preemption;
    private final VirtualTime time;
    private final CountingAllocator allocator;
    private final Cluster cluster;
    private final EngineUnderTest engine;
    private final Callers callers;
    private final Observer observer;

    private final List<Write> writes = new ArrayList<>();
    private final Map<Port, Integer> traps = new EnumMap<>(Port.class);
    /** Whether a port has thrown. */
    private boolean thrown;

    private int nextOperation;
    private long calls = 1;
    private long applied;
    private long largestBytes;
    private @Nullable Broken broken;
    /** For who watches the thread. */
    private final AtomicLong steps = new AtomicLong();

    /** How often the whole world goes on inside a step. */
    private int depth;
    /** How often a caller goes on inside the call of another. */
    private int preempted;

    private long preemptions;

    /** Thrown into the engine. */
    interface Injected {}

    private static final class InjectedOverflow extends StackOverflowError implements Injected {
        private static final long serialVersionUID = 1L;

        InjectedOverflow(Port port) {
            super("injected at " + port);
        }
    }

    private static final class InjectedShortage extends OutOfMemoryError implements Injected {
        private static final long serialVersionUID = 1L;

        InjectedShortage(Port port) {
            super("injected at " + port);
        }
    }

    /** @param asserted the promises that are looked at */
    Simulation(Plan plan, Trace trace, Set<Promise> asserted) {
        this.plan = plan;
        this.trace = trace;
        this.asserted = asserted;
        chance = new Chance(plan.streams());
        EngineUnderTest.prepare();
        Seeds.ofThisThread(plan.streams());
        Plan.Setup setup = plan.setup();
        preemption = new Preemption(chance.fork(), setup.preemptions());
        time = new VirtualTime(chance.fork(), this);
        allocator = new CountingAllocator(setup.blockBytes(), this);
        cluster = new Cluster(this, time, chance.fork(), setup);
        engine = new EngineUnderTest(new EngineUnderTest.Parts(
                setup.budgetBytes(),
                setup.share(),
                time,
                allocator,
                cluster,
                cluster,
                setup.traced() ? () -> new Tracing(this) : null,
                setup.timed()));
        writes.add(Write.none());
        callers = new Callers(this, time, engine, cluster, chance.fork());
        observer = new Observer(this, time, engine, allocator, cluster, callers);
    }

    /** Runs it; what was not kept, or null. */
    @Nullable Broken run() {
        tell(() -> "plan " + plan.seed() + " " + plan.profile().word() + " " + plan.setup());
        callers.open();
        preemption.begin();
        if (plan.profile() == Profile.HUNG) {
            cluster.happen(
                    new Operation(-1, Plan.Deed.SERVER_MOOD, 0, 0, 0, 0, Plan.Reaction.NOTHING, 1), Profile.HUNG);
        }
        scheduleOperation();
        long end = Long.MAX_VALUE;
        while (nextOperation < plan.operations().size() && step(end)) {}
        end();
        return broken;
    }

    private void scheduleOperation() {
        if (nextOperation < plan.operations().size()) {
            long gap = plan.operations().get(nextOperation).gapNanos();
            var unused = time.in(gap, Role.CALLER, "operation", () -> {
                // Another thread may have come before this one.
                if (nextOperation < plan.operations().size()) {
                    perform(plan.operations().get(nextOperation++));
                    scheduleOperation();
                }
            });
        }
    }

    private void perform(Operation operation) {
        tell(() -> "  ".repeat(depth + preempted) + operation);
        switch (operation.deed()) {
            case MOVE_REGION, SPLIT_REGION, RESTART_SERVER, SERVER_MOOD, META_MOOD, DROP_TABLE ->
                cluster.happen(operation, plan.profile());
            case THROW_ERROR -> {
                Chance detail = new Chance(operation.detail());
                Port port = detail.of(Port.values());
                if (!thrown || plan.profile() == Profile.ERRORS) {
                    traps.put(port, detail.below(6));
                }
            }
            default -> callers.perform(operation);
        }
    }

    /** Lets the next thing happen; false if nothing is left until then, or a promise is broken. */
    private boolean step(long endNanos) {
        if (broken != null) {
            return false;
        }
        VirtualTime.Event event = time.next(endNanos);
        if (event == null) {
            return false;
        }
        run(event);
        observer.look(depth == 0);
        return true;
    }

    private void run(VirtualTime.Event event) {
        steps.lazySet(steps.get() + 1);
        trace.note(event.atNanos, event.role.ordinal(), event.name);
        try {
            event.run();
        } catch (Throwable e) {
            escaped(event.name, e);
        }
    }

    /** An error came out of a task. A network thread logs it and goes on. */
    private void escaped(String name, Throwable error) {
        if (error instanceof ThreadDeath death) {
            throw death;
        }
        tell(() -> "out of " + name + " comes " + error);
        if (!isInjected(error)) {
            broken(Promise.TASKS, "out of " + name + " comes " + error + " at " + Trace.place(error));
        }
    }

    static boolean isInjected(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof Injected) {
                return true;
            }
        }
        return false;
    }

    // ---- others go on ----

    @Override
    public void called(Port port) {
        steps.lazySet(steps.get() + 1);
        Integer left = traps.get(port);
        if (left != null) {
            if (left == 0) {
                thrown = true;
                if (plan.profile() == Profile.ERRORS) {
                    traps.remove(port);
                } else {
                    traps.clear();
                }
                tell(() -> "an error is thrown at " + port);
                throw chance.percent(50) ? new InjectedOverflow(port) : new InjectedShortage(port);
            }
            traps.put(port, left - 1);
        }
        if (broken == null && preempted < 2 && depth < DEEPEST && preemption.happensAt(port)) {
            preempt(port);
        }
    }

    private void preempt(Port port) {
        preempted++;
        preemptions++;
        try {
            if (chance.percent(port == Port.APPENDING ? 10 : 2)) {
                standStill();
            }
            for (int i = chance.below(3); i >= 0; i--) {
                if (chance.percent(30) && time.isDue()) {
                    VirtualTime.Event event = time.next(time.elapsedNanos());
                    if (event != null) {
                        tell(() -> "  meanwhile, at " + port + ": " + event.name);
                        run(event);
                    }
                } else if (nextOperation < plan.operations().size()) {
                    Operation operation = plan.operations().get(nextOperation++);
                    tell(() -> "  meanwhile, at " + port + ":");
                    time.as(Role.CALLER, () -> perform(operation));
                }
            }
        } finally {
            preempted--;
        }
    }

    /** The thread loses its processor for a while: everything else goes on. */
    private void standStill() {
        long end = time.elapsedNanos() + chance.between(0, LONGEST_PAUSE);
        tell(() -> "  a thread stands still");
        depth++;
        try {
            while (step(end)) {}
            time.passUntil(end);
        } finally {
            depth--;
        }
    }

    /** Whether a completion may block here: on a thread of its executor, in which nobody is in the middle of a call. */
    boolean mayBlock() {
        return time.role() == Role.COMPLETION && preempted == 0 && depth < DEEPEST;
    }

    /** The present thread waits, and everything else goes on. */
    void block(long nanos, BooleanSupplier over) {
        depth++;
        Role before = time.role();
        try {
            long end = time.elapsedNanos() + nanos;
            while (!over.getAsBoolean() && step(end)) {}
            if (!over.getAsBoolean()) {
                time.passUntil(end);
            }
        } finally {
            depth--;
            tell(() -> "a blocked " + before + " thread goes on");
        }
    }

    // ---- the end ----

    private void end() {
        tell(() -> "everything works from now on");
        traps.clear();
        preemption.stop();
        cluster.heal();
        callers.hurry();
        long until = time.elapsedNanos() + LONGEST_END;
        if (chance.percent(50)) {
            callers.flushAll();
            long settled = time.elapsedNanos() + 5 * SECOND;
            while (step(settled)) {}
        }
        CompletableFuture<?> closed = chance.percent(50)
                ? callers.closeAll(Duration.ofSeconds(30))
                : callers.closeConnection(Duration.ofSeconds(30));
        while (step(until)) {}
        if (broken == null) {
            observer.lookAtTheEnd(closed);
        }
    }

    // ---- what the parts of it share ----

    Write newWrite(SimulatedMutator mutator, int row, int length, int parts, long call) {
        Write write = new Write(writes.size(), mutator, row, length, parts, time.elapsedNanos(), call);
        writes.add(write);
        mutator.all.add(write);
        largestBytes = Math.max(largestBytes, length);
        return write;
    }

    long nextNumber() {
        return writes.size();
    }

    long nextCall() {
        return calls++;
    }

    boolean knows(long number) {
        return number > 0 && number < writes.size();
    }

    Write write(long number) {
        return writes.get((int) number);
    }

    void applied(Write write) {
        write.lastApplied = ++applied;
        if (write.firstApplied < 0) {
            write.firstApplied = applied;
        }
    }

    /** Of the largest mutation so far. */
    long largestBytes() {
        return largestBytes;
    }

    /** How often another thread went on inside a call so far. */
    long preemptions() {
        return preemptions;
    }

    long steps() {
        return steps.get();
    }

    long elapsedNanos() {
        return time.elapsedNanos();
    }

    void tell(Supplier<String> words) {
        trace.tell(time == null ? 0 : time.elapsedNanos(), words);
    }

    /** Notes the first promise that is not kept; the run ends then. */
    void broken(Promise promise, String how) {
        if (broken == null && asserted.contains(promise)) {
            broken = new Broken(promise, how);
            tell(() -> "BROKEN " + promise + ": " + how);
        }
    }

    boolean isBroken() {
        return broken != null;
    }
}
