package io.sluice.simulation;

import static io.sluice.simulation.VirtualTime.SECOND;

import io.sluice.Ordering;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Looks after each step whether the promises hold. */
final class Observer {
    /** What a timer may be late by, and what the steps in between take. */
    private static final long TOLERANCE = SECOND;

    /** For so long somebody may wait for room that a flush would make. */
    private static final long LONGEST_STARVING = 5 * SECOND;

    /** Room is granted at once when this part of the budget is free, otherwise at one of the engine's next checks. */
    private static final int FREE_PART = 32;

    private static final long LONGEST_FITTING = SECOND / 5;

    private final Simulation simulation;
    private final VirtualTime time;
    private final EngineUnderTest engine;
    private final CountingAllocator allocator;
    private final Cluster cluster;
    private final Callers callers;
    private final long limit;
    private long starvingSince = -1;
    private long fittingSince = -1;

    Observer(
            Simulation simulation,
            VirtualTime time,
            EngineUnderTest engine,
            CountingAllocator allocator,
            Cluster cluster,
            Callers callers) {
        this.simulation = simulation;
        this.time = time;
        this.engine = engine;
        this.allocator = allocator;
        this.cluster = cluster;
        this.callers = callers;
        limit = cluster.setup().budgetBytes();
    }

    /** @param nobodyInside whether no completion stands still in the middle of its work */
    void look(boolean nobodyInside) {
        long now = time.elapsedNanos();
        lookAtMemory();
        for (SimulatedMutator mutator : callers.mutators()) {
            mutator.look(now);
            lookAtClock(mutator, now);
            lookAtSettled(mutator, now);
        }
        lookAtFlushes(nobodyInside);
        lookAtCloses(now);
        lookAtRoom(nobodyInside, now);
    }

    private void lookAtMemory() {
        long used = engine.usedBytes();
        if (used < allocator.heldBytes()) {
            simulation.broken(
                    Promise.MEMORY,
                    "the budget counts " + used + " bytes, while " + allocator.heldBytes() + " are held in "
                            + allocator.heldBlocks() + " blocks");
        }
        // Beside the bytes of the mutation there are the columns of its block, and the rest of that.
        long most = limit + simulation.largestBytes() + 2L * cluster.setup().blockBytes();
        if (used > most && cluster.setup().isBounded()) {
            simulation.broken(Promise.LIMIT, "the budget of " + limit + " bytes counts " + used);
        }
    }

    private void lookAtClock(SimulatedMutator mutator, long now) {
        Long oldest = mutator.oldestBufferedNanos();
        long period = mutator.options.periodNanos();
        if (oldest != null && period > 0 && now - oldest > 2 * period + TOLERANCE) {
            simulation.broken(
                    Promise.CLOCK,
                    mutator.buffered.peekFirst() + " has lain in the buffer for " + (now - oldest) / 1e9 + " s, with "
                            + "a period of " + period / 1e9 + " s");
        }
    }

    private void lookAtSettled(SimulatedMutator mutator, long now) {
        Write oldest = mutator.oldestSent();
        if (mutator.completionsWaiting > 0 || mutator.completionsBlocked > 0) {
            mutator.completionsSeenBusy = now;
            return;
        }
        // A close that gave a mutation up tells it afterwards.
        boolean justIdle = now - mutator.completionsSeenBusy <= TOLERANCE;
        if (oldest != null && !justIdle && now - oldest.leftNanos > mutator.options.operationNanos() + 2 * TOLERANCE) {
            simulation.broken(
                    Promise.SETTLED,
                    oldest + " left the buffer " + (now - oldest.leftNanos) / 1e9 + " s ago and has not settled");
        }
    }

    private void lookAtFlushes(boolean nobodyInside) {
        for (Iterator<Callers.Flush> all = callers.flushes().iterator(); all.hasNext(); ) {
            Callers.Flush flush = all.next();
            if (flush.result.isDone()) {
                all.remove();
            } else if (nobodyInside && flush.mustEnd()) {
                simulation.broken(
                        Promise.FLUSH,
                        "flushAsync of " + flush.mutator.name() + " does not end, though all before it has");
            }
        }
    }

    private void lookAtCloses(long now) {
        for (Iterator<Callers.Closing> all = callers.closings().iterator(); all.hasNext(); ) {
            Callers.Closing closing = all.next();
            if (closing.result().isDone()) {
                all.remove();
            } else if (now > closing.mutator().closeByNanos + TOLERANCE) {
                simulation.broken(
                        Promise.CLOSE,
                        "a close of " + closing.mutator().name() + " has not ended "
                                + (now - closing.mutator().closeByNanos) / 1e9 + " s after its deadline");
            }
        }
    }

    private void lookAtRoom(boolean nobodyInside, long now) {
        List<Callers.RoomWait> waits = callers.roomWaits();
        waits.removeIf(Callers.RoomWait::isOver);
        // Shares keep others out on purpose.
        if (waits.stream().noneMatch(Callers.RoomWait::isAsked)
                || cluster.setup().share() < 1
                || !nobodyInside) {
            starvingSince = -1;
            fittingSince = -1;
            return;
        }
        long used = engine.usedBytes();
        long free = limit - used;
        long wanted = wantedByFirst(waits);
        fittingSince = free < wanted ? -1 : fittingSince < 0 ? now : fittingSince;
        boolean atOnce = free >= Math.max(wanted, limit / FREE_PART) || used == 0;
        if (atOnce || (fittingSince >= 0 && now - fittingSince > LONGEST_FITTING)) {
            simulation.broken(
                    Promise.ROOM,
                    "ready() is not complete with " + free + " of " + limit + " bytes free, of which it wants "
                            + wanted);
        }
        long buffered = 0;
        for (SimulatedMutator mutator : callers.mutators()) {
            buffered += mutator.buffered.isEmpty() ? 0 : mutator.mutator.state().bufferedBytes();
        }
        if (free + buffered < wanted) {
            starvingSince = -1;
        } else if (starvingSince < 0) {
            starvingSince = now;
        } else if (now - starvingSince > LONGEST_STARVING) {
            simulation.broken(
                    Promise.ROOM,
                    "somebody has waited for room for " + (now - starvingSince) / 1e9 + " s, while buffers hold "
                            + buffered + " bytes that nobody sends");
        }
    }

    /** They are served in their order. One whose call has thrown may stand before the first. */
    private static long wantedByFirst(List<Callers.RoomWait> waits) {
        long wanted = 1;
        for (Callers.RoomWait wait : waits) {
            wanted = Math.max(wanted, wait.wantedBytes);
            if (wait.isAsked()) {
                break;
            }
        }
        return wanted;
    }

    void lookAtTheEnd(CompletableFuture<?> closed) {
        if (!closed.isDone()) {
            simulation.broken(Promise.CLOSE, "a close never ends");
        }
        for (SimulatedMutator mutator : callers.mutators()) {
            for (Write write : mutator.all) {
                if (write.accepted && !write.isSettled()) {
                    simulation.broken(Promise.SETTLED, write + " never settles");
                }
            }
            if (mutator.options.ordering() == Ordering.PER_ROW) {
                lookAtOrder(mutator);
            }
        }
        callers.saidNotApplied().stream()
                .filter(write -> write.lastApplied >= 0)
                .findFirst()
                .ifPresent(write ->
                        simulation.broken(Promise.OUTCOME, write + " was said not to be applied, and a server did it"));
        callers.flushes().stream()
                .filter(flush -> !flush.result.isDone())
                .findFirst()
                .ifPresent(flush ->
                        simulation.broken(Promise.FLUSH, "flushAsync of " + flush.mutator.name() + " never ends"));
        end("bytes that the budget counts", engine.usedBytes());
        end("blocks that are held", allocator.heldBlocks());
        end("waiters for room", engine.waiters());
        end("tasks of the timer", time.timers());
        end("places that something is on its way to", engine.busyPlaces());
    }

    private void lookAtOrder(SimulatedMutator mutator) {
        for (Write later : mutator.all) {
            for (Write earlier : mutator.all) {
                if (later.row == earlier.row
                        && earlier.isBefore(later)
                        && later.acknowledged
                        && earlier.lastApplied > later.lastApplied) {
                    simulation.broken(Promise.ORDER, earlier + " was applied after " + later);
                }
            }
        }
    }

    private void end(String what, long count) {
        if (count != 0) {
            simulation.broken(Promise.END, "in the end there are " + count + " " + what);
        }
    }
}
