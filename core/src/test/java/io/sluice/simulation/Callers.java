package io.sluice.simulation;

import static io.sluice.simulation.VirtualTime.MILLI;
import static io.sluice.simulation.VirtualTime.SECOND;

import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.CloseResult;
import io.sluice.Delete;
import io.sluice.FlushResult;
import io.sluice.HConstants;
import io.sluice.Mutation;
import io.sluice.MutationCallback;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.RetriesExhaustedException;
import io.sluice.RowMutations;
import io.sluice.Unacknowledged;
import io.sluice.simulation.Plan.Operation;
import io.sluice.simulation.Plan.Reaction;
import io.sluice.simulation.VirtualTime.Role;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The program that uses the mutators: what it does, what it is told, and what it does then. */
final class Callers {
    private static final byte[] FAMILY = {'f'};
    private static final byte[] VALUE = new byte[10 << 20];
    private static final int SMALL_BYTES = 20;
    /** After so many refusals a caller gives its mutation up. */
    private static final int MOST_TRIES = 20;

    private final Simulation simulation;
    private final VirtualTime time;
    private final EngineUnderTest engine;
    private final Cluster cluster;
    private final Chance chance;
    private final List<SimulatedMutator> current = new ArrayList<>();
    private final List<SimulatedMutator> all = new ArrayList<>();
    private final List<Flush> flushes = new ArrayList<>();
    private final List<Closing> closings = new ArrayList<>();
    private final List<RoomWait> roomWaits = new ArrayList<>();
    private final List<Completions> executors = new ArrayList<>();
    private final List<Write> saidNotApplied = new ArrayList<>();
    private boolean hurried;
    private boolean connectionCloses;

    /** A flush and what it must wait for. */
    static final class Flush {
        final SimulatedMutator mutator;
        final CompletableFuture<FlushResult> result;
        private final List<Write> before;
        private final List<Write> beforeOrMeanwhile;

        Flush(SimulatedMutator mutator, List<Write> before, CompletableFuture<FlushResult> result) {
            this.mutator = mutator;
            this.before = before;
            this.result = result;
            beforeOrMeanwhile = unsettled(mutator, write -> true);
        }

        /** What was given before, has been accepted, and has not settled. */
        @Nullable Write pending() {
            before.removeIf(Write::isSettled);
            return before.isEmpty() ? null : before.get(0);
        }

        /** Whether all has settled that may have been in the buffer. */
        boolean mustEnd() {
            beforeOrMeanwhile.removeIf(Write::isSettled);
            return beforeOrMeanwhile.isEmpty();
        }

        static List<Write> unsettled(SimulatedMutator mutator, Predicate<Write> wanted) {
            List<Write> some = new ArrayList<>();
            for (Write write : mutator.all) {
                if (!write.isSettled() && wanted.test(write)) {
                    some.add(write);
                }
            }
            return some;
        }
    }

    /** A close. */
    record Closing(SimulatedMutator mutator, CompletableFuture<CloseResult> result) {}

    /** Somebody waits for room, or asks for it. */
    static final class RoomWait {
        /** What its mutator may charge the budget for the mutation that was refused last: it is over when so much is free. */
        final long wantedBytes;

        /** Null while the call that asks is under way, and if it has thrown: then nobody knows whether something waits. */
        private @Nullable CompletableFuture<Void> room;

        private RoomWait(long wantedBytes) {
            this.wantedBytes = wantedBytes;
        }

        boolean isAsked() {
            return room != null;
        }

        boolean isOver() {
            return room != null && room.isDone();
        }
    }

    Callers(Simulation simulation, VirtualTime time, EngineUnderTest engine, Cluster cluster, Chance chance) {
        this.simulation = simulation;
        this.time = time;
        this.engine = engine;
        this.cluster = cluster;
        this.chance = chance;
    }

    List<SimulatedMutator> mutators() {
        return all;
    }

    List<Flush> flushes() {
        return flushes;
    }

    List<Closing> closings() {
        return closings;
    }

    /** In the order in which they asked. */
    List<RoomWait> roomWaits() {
        return roomWaits;
    }

    /** Those of which it was said that no server has applied them. */
    List<Write> saidNotApplied() {
        return saidNotApplied;
    }

    // ---- mutators ----

    void open() {
        for (int i = 0; i < cluster.setup().mutators().size(); i++) {
            SimulatedMutator made = build(i, 0);
            current.add(made);
            all.add(made);
        }
    }

    private SimulatedMutator build(int number, int life) {
        Plan.MutatorOptions options = cluster.setup().mutators().get(number);
        Completions executor = options.completions() == Plan.Completions.NETWORK ? null : new Completions(options);
        AsyncBufferedMutatorBuilder builder = engine.newBuilder(cluster.table(options.table()), executor)
                .setWriteBufferSize(options.bufferBytes())
                .setMaxMutations(options.maxMutations())
                .setWriteBufferPeriodicFlush(options.periodNanos(), TimeUnit.NANOSECONDS)
                .setOrdering(options.ordering())
                .setBackpressure(options.unbounded() ? Backpressure.unbounded() : Backpressure.fail())
                .setClientTimestamps(options.stamps())
                .setOperationTimeout(options.operationNanos(), TimeUnit.NANOSECONDS)
                .setRpcTimeout(options.rpcNanos(), TimeUnit.NANOSECONDS)
                .setMaxAttempts(options.maxAttempts())
                .setRetryPause(options.pauseNanos(), TimeUnit.NANOSECONDS)
                .setMaxInFlightPerServer(options.maxInFlight())
                .setMaxRequestSize(options.requestBytes())
                .setMaxRequestRows(options.requestRows())
                .setStartLogErrorsCnt(Integer.MAX_VALUE);
        SimulatedMutator made = new SimulatedMutator(number, life, options, builder.build());
        if (executor != null) {
            executor.owner = made;
            executors.add(executor);
        }
        return made;
    }

    /** The executor of a mutator: its tasks run when the seed says so. */
    private final class Completions implements Executor {
        private final Plan.MutatorOptions options;
        private final List<Runnable> lying = new ArrayList<>();
        private @Nullable SimulatedMutator owner;

        Completions(Plan.MutatorOptions options) {
            this.options = options;
        }

        @Override
        public void execute(Runnable task) {
            simulation.called(Ports.Port.EXECUTOR);
            if (options.completions() == Plan.Completions.REJECTING && chance.percent(70)) {
                throw new RejectedExecutionException("the program's executor is full");
            }
            waiting(1);
            if (options.completions() == Plan.Completions.LATE && !hurried && chance.percent(20)) {
                lying.add(task);
            } else {
                runIn(delay(), task);
            }
        }

        private void waiting(int more) {
            SimulatedMutator mine = owner;
            if (mine != null) {
                mine.completionsWaiting += more;
            }
        }

        private long delay() {
            boolean late = options.completions() == Plan.Completions.LATE && !hurried;
            return late ? chance.skewed(MILLI, 15 * SECOND) : chance.between(0, 2 * MILLI);
        }

        private void runIn(long nanos, Runnable task) {
            var unused = time.in(nanos, Role.COMPLETION, "completions", () -> {
                waiting(-1);
                task.run();
            });
        }

        void hurry() {
            List<Runnable> tasks = List.copyOf(lying);
            lying.clear();
            tasks.forEach(task -> runIn(0, task));
        }
    }

    /** From now on executors are prompt. */
    void hurry() {
        hurried = true;
        executors.forEach(Completions::hurry);
    }

    // ---- what it does ----

    void perform(Operation operation) {
        SimulatedMutator mutator = current.get(operation.mutator());
        try {
            switch (operation.deed()) {
                case MUTATE -> mutate(mutator, operation, 0);
                case TRY_MUTATE -> tryMutate(mutator, operation, 0);
                case MUTATE_SOME -> mutateSome(mutator, operation);
                case ROW_MUTATIONS -> rowMutations(mutator, operation);
                case FLUSH -> mutator.mutator.flush();
                case FLUSH_ASYNC -> {
                    var unused = flushAsync(mutator);
                }
                case FLUSH_WITHIN -> flushWithin(mutator);
                case AWAIT_ROOM -> awaitRoom(mutator, () -> mutateSmall(mutator, operation.row()));
                case CLOSE -> {
                    var unused = close(mutator, new Chance(operation.detail()).of(0L, MILLI, SECOND, 20 * SECOND));
                }
                case REOPEN -> reopen(operation.mutator());
                default -> throw new IllegalArgumentException(operation.toString());
            }
        } catch (Throwable e) {
            thrown("a call", e);
        }
    }

    private void thrown(String what, Throwable error) {
        if (error instanceof ThreadDeath death) {
            throw death;
        }
        simulation.tell(() -> what + " throws " + error);
        if (!Simulation.isInjected(error)) {
            simulation.broken(Promise.TASKS, what + " throws " + error + " at " + Trace.place(error));
        }
    }

    private void reopen(int number) {
        SimulatedMutator old = current.get(number);
        if (old.closing && !connectionCloses) {
            SimulatedMutator made = build(number, old.life + 1);
            current.set(number, made);
            all.add(made);
        }
    }

    private static Put put(int row, long number, int bytes) {
        int inAttribute = Write.hasAttribute(number) ? bytes / 2 : 0;
        Put put = new Put(Cluster.rowKey(row))
                .addColumn(
                        FAMILY,
                        ByteBuffer.wrap(Write.qualifier(number)),
                        HConstants.LATEST_TIMESTAMP,
                        ByteBuffer.wrap(VALUE, 0, bytes - inAttribute));
        return Write.hasAttribute(number)
                ? put.setAttribute("number", Arrays.copyOf(Write.qualifier(number), Long.BYTES + inAttribute))
                : put;
    }

    private Write newWrite(SimulatedMutator mutator, int row, int length, int parts, long call) {
        Write write = simulation.newWrite(mutator, row, length, parts, call);
        write.poisonous = !simulation.plan.profile().isFaultless()
                && simulation.plan.profile() != Profile.HUNG
                && chance.percent(3);
        return write;
    }

    private void mutateSmall(SimulatedMutator mutator, int row) {
        mutate(mutator, new Operation(-1, Plan.Deed.MUTATE, 0, 0, row, SMALL_BYTES, Reaction.NOTHING, 0), 0);
    }

    private void mutate(SimulatedMutator mutator, Operation operation, int tries) {
        Put put = put(operation.row(), simulation.nextNumber(), operation.bytes());
        long call = simulation.nextCall();
        Write write = newWrite(mutator, operation.row(), EngineUnderTest.lengthOf(put), 1, call);
        Refusal refusal = new Refusal(write);
        CompletableFuture<Void> future = called("mutate", List.of(write), () -> mutator.mutator.mutate(put));
        if (future != null && returned(write, future, operation.reaction(), refusal)) {
            later(mutator, tries, () -> mutate(mutator, operation, tries + 1));
        }
    }

    /** Makes a call that accepts these; null if it throws. */
    private <T> @Nullable T called(String name, List<Write> writes, Supplier<T> call) {
        SimulatedMutator mutator = writes.get(0).mutator;
        long refusedBytes = mutator.refusedBytes;
        long preemptions = simulation.preemptions();
        // Others may ask for room inside the call, when one of these has been refused.
        writes.forEach(write -> mutator.refusedBytes = Math.max(mutator.refusedBytes, wantedBytes(write)));
        mutator.calls++;
        try {
            T done = call.get();
            if (simulation.preemptions() == preemptions && mutator.calls == 1) {
                mutator.refusedBytes = refusedBytes;
            }
            return done;
        } catch (Throwable e) {
            writes.forEach(write -> write.threw = true);
            thrown(name, e);
            return null;
        } finally {
            mutator.calls--;
            long ended = simulation.nextCall();
            writes.forEach(write -> write.callEnded = ended);
        }
    }

    /** Takes note of what {@code mutate} returned; whether there was no room. */
    private boolean returned(Write write, CompletableFuture<Void> future, Reaction reaction, Refusal refusal) {
        if (future.isCompletedExceptionally()) {
            Throwable error = future.handle((done, e) -> e).join();
            if (error instanceof BufferFullException) {
                refused(write, refusal);
                return true;
            }
            if (error instanceof MutatorClosedException && write.mutator.closing) {
                write.timesTold++;
                return false;
            }
        }
        if (future.isDone() && refusal.isUndisturbed()) {
            simulation.broken(Promise.OUTCOME, write + " settles inside its own call");
        }
        accepted(write);
        var unused = future.whenComplete((done, error) -> told(write, error, reaction));
        return false;
    }

    /** The most that the budget is charged before a mutation has room. */
    private long wantedBytes(Write write) {
        return EngineUnderTest.mostCharged(write.length, cluster.setup().blockBytes());
    }

    private void refused(Write write, Refusal refusal) {
        write.timesTold++;
        // Of calls inside each other nobody knows which was refused last.
        SimulatedMutator mutator = write.mutator;
        boolean last = refusal.isUndisturbed() && mutator.calls == 0;
        mutator.refusedBytes = last ? wantedBytes(write) : Math.max(mutator.refusedBytes, wantedBytes(write));
        refusal.check();
    }

    private void accepted(Write write) {
        write.accepted = true;
        write.mutator.accepted(write);
    }

    private void tryMutate(SimulatedMutator mutator, Operation operation, int tries) {
        Put put = put(operation.row(), simulation.nextNumber(), operation.bytes());
        long call = simulation.nextCall();
        Write write = newWrite(mutator, operation.row(), EngineUnderTest.lengthOf(put), 1, call);
        Refusal refusal = new Refusal(write);
        MutationCallback callback = error -> {
            if (write.callEnded == 0 && refusal.isUndisturbed()) {
                simulation.broken(Promise.OUTCOME, write + " settles inside its own call");
            }
            told(write, error, operation.reaction());
        };
        Boolean taken = called("tryMutate", List.of(write), () -> mutator.mutator.tryMutate(put, callback));
        if (taken == null) {
            return;
        }
        // A close that came in between may have been before or after it.
        if (taken && mutator.closing) {
            write.accepted = true;
            write.outside = true;
        } else if (taken) {
            accepted(write);
        } else {
            refused(write, refusal);
            later(mutator, tries, () -> tryMutate(mutator, operation, tries + 1));
        }
    }

    private void mutateSome(SimulatedMutator mutator, Operation operation) {
        List<Mutation> puts = new ArrayList<>();
        List<Write> writes = new ArrayList<>();
        long call = simulation.nextCall();
        int count = 1 + (int) Math.floorMod(operation.detail(), 12L);
        int bytes = operation.bytes() / count + 10;
        for (int i = 0; i < count; i++) {
            int row = (operation.row() + i % 3) % cluster.setup().rows();
            Put put = put(row, simulation.nextNumber(), bytes);
            puts.add(put);
            writes.add(newWrite(mutator, row, EngineUnderTest.lengthOf(put), 1, call));
        }
        Refusal refusal = new Refusal(writes.get(0));
        List<CompletableFuture<Void>> futures = called("mutate", writes, () -> mutator.mutator.mutate(puts));
        for (int i = 0; futures != null && i < futures.size(); i++) {
            // With other mutations between, what there was no room for says nothing.
            boolean unused = returned(writes.get(i), futures.get(i), operation.reaction(), refusal.of(writes.get(i)));
        }
    }

    private void rowMutations(SimulatedMutator mutator, Operation operation) throws IOException {
        long number = simulation.nextNumber();
        RowMutations together = new RowMutations(Cluster.rowKey(operation.row()));
        int parts = 1 + (int) Math.floorMod(operation.detail(), 3L);
        for (int i = 0; i < parts; i++) {
            together.add(
                    i == 1
                            ? new Delete(Cluster.rowKey(operation.row())).addColumns(FAMILY, Write.qualifier(number))
                            : put(operation.row(), number, operation.bytes() / parts + 1));
        }
        long call = simulation.nextCall();
        Write write = newWrite(mutator, operation.row(), EngineUnderTest.lengthOf(together), parts, call);
        Refusal refusal = new Refusal(write);
        CompletableFuture<Void> future = called("mutate", List.of(write), () -> mutator.mutator.mutate(together));
        boolean unused = future != null && returned(write, future, operation.reaction(), refusal);
    }

    /** Tries once more when there is room. */
    private void later(SimulatedMutator mutator, int tries, Runnable again) {
        if (tries < MOST_TRIES && !hurried) {
            awaitRoom(mutator, again);
        }
    }

    private void awaitRoom(SimulatedMutator mutator, Runnable then) {
        RoomWait wait = new RoomWait(mutator.refusedBytes);
        // Before the call: others may ask inside it, and are served later.
        roomWaits.add(wait);
        CompletableFuture<Void> room = mutator.mutator.ready();
        wait.room = room;
        var unused = room.thenRun(() -> {
            var unusedEvent = time.in(chance.between(0, MILLI), Role.CALLER, "there is room", () -> {
                try {
                    then.run();
                } catch (Throwable e) {
                    thrown("a call", e);
                }
            });
        });
    }

    private CompletableFuture<FlushResult> flushAsync(SimulatedMutator mutator) {
        List<Write> before = Flush.unsettled(mutator, write -> write.accepted && !write.outside);
        CompletableFuture<FlushResult> result = mutator.mutator.flushAsync();
        Flush flush = new Flush(mutator, before, result);
        flushes.add(flush);
        var unused = result.thenRun(() -> {
            Write pending = flush.pending();
            if (pending != null) {
                simulation.broken(Promise.FLUSH, "flushAsync ends before " + pending + " has settled");
            }
        });
        return result;
    }

    private void flushWithin(SimulatedMutator mutator) {
        try {
            FlushResult unused = mutator.mutator.flush(Duration.ZERO);
        } catch (IOException e) {
            if (time.role() != Role.NETWORK) {
                thrown("flush", e);
            }
        } catch (InterruptedException e) {
            thrown("flush", e);
        }
    }

    private CompletableFuture<CloseResult> close(SimulatedMutator mutator, long withinNanos) {
        closes(mutator, withinNanos);
        CompletableFuture<CloseResult> result =
                untilItReturns(() -> mutator.mutator.closeAsync(Duration.ofNanos(withinNanos)));
        closings.add(new Closing(mutator, result));
        var unused = result.thenAccept(closed -> closed.unacknowledged().forEach(one -> handedBack(mutator, one)));
        return result;
    }

    /** A close that the stack has no room for has to be called again. */
    private <T> T untilItReturns(Supplier<T> close) {
        while (true) {
            try {
                return close.get();
            } catch (StackOverflowError e) {
                thrown("a close", e);
            }
        }
    }

    private void closes(SimulatedMutator mutator, long withinNanos) {
        if (!mutator.closing) {
            mutator.closing = true;
            mutator.closeByNanos = time.elapsedNanos() + withinNanos;
        }
    }

    private void handedBack(SimulatedMutator mutator, Unacknowledged one) {
        long number = numberOf(one);
        if (!simulation.knows(number)) {
            simulation.broken(Promise.BYTES, "a close of " + mutator.name() + " hands back what was never given");
        } else if (!one.maybeApplied()) {
            saidNotApplied.add(simulation.write(number));
        }
    }

    private static long numberOf(Unacknowledged one) {
        var cell = one.mutations()
                .get(0)
                .getFamilyCellMap()
                .firstEntry()
                .getValue()
                .get(0);
        return Write.numberIn(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    }

    void flushAll() {
        current.forEach(mutator -> {
            try {
                var unused = flushAsync(mutator);
            } catch (Throwable e) {
                thrown("flushAsync", e);
            }
        });
    }

    CompletableFuture<?> closeAll(Duration deadline) {
        List<CompletableFuture<?>> closed = new ArrayList<>();
        all.forEach(mutator -> closed.add(close(mutator, deadline.toNanos())));
        return CompletableFuture.allOf(closed.toArray(CompletableFuture[]::new));
    }

    CompletableFuture<?> closeConnection(Duration deadline) {
        connectionCloses = true;
        all.forEach(mutator -> closes(mutator, deadline.toNanos()));
        return engine.closeAsync(deadline);
    }

    // ---- what it is told ----

    private void told(Write write, @Nullable Throwable error, Reaction reaction) {
        write.timesTold++;
        write.error = error;
        simulation.tell(() -> write + (error == null ? " is acknowledged" : " fails: " + error));
        if (write.timesTold > 1) {
            simulation.broken(Promise.OUTCOME, write + " settles " + write.timesTold + " times");
        }
        if (error == null) {
            if (!write.acknowledged) {
                simulation.broken(Promise.OUTCOME, write + " is acknowledged, but by no server");
            }
        } else {
            checkFailure(write, error);
        }
        react(write, reaction);
    }

    private void checkFailure(Write write, Throwable error) {
        if (error instanceof MutatorClosedException) {
            if (!write.mutator.closing) {
                simulation.broken(Promise.OUTCOME, write + " fails as if its mutator were closed: " + error);
            }
            return;
        }
        if (error instanceof RetriesExhaustedException exhausted && !exhausted.mayHaveBeenApplied()) {
            saidNotApplied.add(write);
        }
        if (Server.saysTooLarge(error) && !write.refused && Server.takes(cluster.setup(), write)) {
            simulation.broken(Promise.SIZE, write + " fails, though each server takes it alone: " + error);
        }
        if (simulation.plan.profile().isFaultless()) {
            simulation.broken(Promise.OUTCOME, write + " fails, though nothing is wrong: " + error);
        }
    }

    private void react(Write write, Reaction reaction) {
        SimulatedMutator mutator = write.mutator;
        switch (reaction) {
            case NOTHING -> {}
            case THROW -> throw new ReactionFailed();
            case THROW_ERROR -> throw new ReactionError();
            case MUTATE -> guarded(() -> mutateSmall(current.get(mutator.number), write.row));
            case FLUSH -> guarded(mutator.mutator::flush);
            case FLUSH_ASYNC ->
                guarded(() -> {
                    var unused = flushAsync(mutator);
                });
            case CLOSE -> guarded(() -> closeHere(mutator));
            case CLOSE_AND_WAIT -> guarded(() -> closeAndWait(mutator));
            case FLUSH_AND_WAIT ->
                guarded(() -> {
                    CompletableFuture<FlushResult> flushed = flushAsync(mutator);
                    blockIfAllowed(mutator, 5 * SECOND, flushed);
                });
            case BLOCK ->
                guarded(() -> blockIfAllowed(mutator, chance.skewed(MILLI, 20 * SECOND), new CompletableFuture<>()));
        }
    }

    private void guarded(Runnable reaction) {
        try {
            reaction.run();
        } catch (Throwable e) {
            thrown("a call of a callback", e);
        }
    }

    private void closeHere(SimulatedMutator mutator) {
        if (time.role() == Role.NETWORK) {
            // It must not wait here, and does not; the default of closeTimeout.
            closes(mutator, 30 * SECOND);
            boolean unusedResult = untilItReturns(() -> {
                mutator.mutator.close();
                return true;
            });
        }
        var unused = close(mutator, SECOND);
    }

    private void closeAndWait(SimulatedMutator mutator) {
        CompletableFuture<CloseResult> closed = close(mutator, SECOND);
        // Until the first close of it must have ended, and as long as it takes to find out that it has not.
        blockIfAllowed(mutator, mutator.closeByNanos - time.elapsedNanos() + 3 * SECOND, closed);
    }

    private void blockIfAllowed(SimulatedMutator mutator, long nanos, CompletableFuture<?> over) {
        if (simulation.mayBlock() && nanos > 0) {
            mutator.completionsBlocked++;
            simulation.tell(() -> "a callback of " + mutator.name() + " waits");
            simulation.block(nanos, over::isDone);
            mutator.completionsBlocked--;
        }
    }

    /** What callbacks throw: whoever called them logs it, be it the engine or the thread it runs on. */
    private static final class ReactionFailed extends RuntimeException implements Simulation.Injected {
        private static final long serialVersionUID = 1L;
    }

    private static final class ReactionError extends Error implements Simulation.Injected {
        private static final long serialVersionUID = 1L;
    }

    /** What was known before a call about room for its mutation. */
    private final class Refusal {
        private final Write write;
        private final long freeBytes;
        private final int waiters;
        private final long preemptions;

        Refusal(Write write) {
            this(write, cluster.setup().budgetBytes() - engine.usedBytes(), engine.waiters(), simulation.preemptions());
        }

        private Refusal(Write write, long freeBytes, int waiters, long preemptions) {
            this.write = write;
            this.freeBytes = freeBytes;
            this.waiters = waiters;
            this.preemptions = preemptions;
        }

        /** The same for another of the same call, before which others may have taken all. */
        Refusal of(Write other) {
            return new Refusal(other, 0, waiters, preemptions);
        }

        /** Whether nobody else did anything since. */
        boolean isUndisturbed() {
            return simulation.preemptions() == preemptions;
        }

        void check() {
            boolean room = waiters == 0
                    && freeBytes >= wantedBytes(write)
                    && cluster.setup().share() == 1;
            if (write.mutator.options.unbounded() || (room && isUndisturbed())) {
                simulation.broken(
                        Promise.ROOM, write + " is refused with " + freeBytes + " bytes free, and nobody waits");
            }
        }
    }
}
