package io.sluice.client.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.MutatorClosedException;
import io.sluice.Put;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that writes, in bursts, and does what programs do besides. */
final class Writer implements Runnable {
    private static final byte[] FAMILY = {'f'};
    private static final byte[] QUALIFIER = {'q'};
    private static final int MOST_CELL_BYTES = 10_000_000;
    private static final int DIVES_FROM = 20;
    private static final int DIVE_LEVELS = 400;

    private final Scenario scenario;
    private final Conditions conditions;
    private final Ledger ledger;
    private final int number;
    private final Random random;
    private final Task task;
    private final Map<String, Integer> sequences = new HashMap<>();
    /** Mutations of this writer that are to arrive before its next round. */
    private final AtomicInteger awaited = new AtomicInteger();

    private final AtomicInteger callbackRows = new AtomicInteger();
    private long bytesLeft;
    private int mutationsLeft;
    private int rounds;

    /**
     * What one writer does.
     *
     * @param places where it writes to
     * @param slots what it writes with
     * @param mutations how many
     * @param pauseMillis longest pause between two bursts
     * @param flushes whether it flushes after each burst
     */
    record Task(List<Place> places, List<Slot> slots, int mutations, int pauseMillis, boolean flushes) {}

    Writer(Scenario scenario, int number, long seed, Task task) {
        this.scenario = scenario;
        this.conditions = scenario.conditions();
        this.ledger = scenario.ledger();
        this.number = number;
        this.random = new Random(seed);
        this.task = task;
        bytesLeft = conditions.bytesPerThread;
        mutationsLeft = task.mutations();
    }

    @Override
    public void run() {
        try {
            while (!scenario.isStopping() && bytesLeft > 0 && mutationsLeft > 0) {
                round();
            }
        } catch (Throwable e) {
            ledger.report(Violation.Promise.NOTHING_THROWN, "writer " + number + ": " + e + " " + at(e));
        } finally {
            scenario.gate().arriveAndDeregister();
        }
    }

    private static String at(Throwable e) {
        StackTraceElement[] stack = e.getStackTrace();
        return stack.length == 0 ? "" : "at " + List.of(stack).subList(0, Math.min(8, stack.length));
    }

    private void round() throws Exception {
        rounds++;
        Slot slot = Conditions.any(random, task.slots());
        int count = conditions.burstOfAllMutators ? task.slots().size() : 1 + random.nextInt(conditions.burst);
        if (conditions.deepStacks && rounds > DIVES_FROM && random.nextInt(4) == 0) {
            dive(slot);
        }
        for (int i = 0; i < count && mutationsLeft > 0 && !scenario.isStopping(); i++) {
            write(conditions.burstOfAllMutators ? Conditions.at(task.slots(), i) : slot);
        }
        besides(slot);
        if (conditions.rounds) {
            scenario.gate().arriveAndAwaitAdvance();
            while (awaited.get() > 0 && !scenario.isStopping()) {
                pause(TimeUnit.MICROSECONDS.toNanos(300));
            }
            scenario.gate().arriveAndAwaitAdvance();
        } else if (task.pauseMillis() > 0) {
            pause(TimeUnit.MICROSECONDS.toNanos(random.nextInt(1_000 * task.pauseMillis())));
        }
    }

    /** Interrupts are for the calls of the client. */
    private static void pause(long nanos) {
        boolean unused = Thread.interrupted();
        LockSupport.parkNanos(nanos);
    }

    private boolean chance(int inThousand) {
        return inThousand > 0 && random.nextInt(1_000) < inThousand;
    }

    private void besides(Slot slot) throws Exception {
        OpenMutator open = slot.current();
        if (task.flushes() || (conditions.rounds && open.options().periodMillis() == 0)) {
            open.flush();
        } else if (chance(conditions.flushes)) {
            flush(open);
        }
        if (chance(conditions.reopens)) {
            if (random.nextBoolean()) {
                open.close(scenario.deadlines());
            } else {
                var unused = open.closeAsync(scenario.deadlines(), Duration.ofMillis(random.nextInt(2_000)));
            }
            slot.replace(open);
        }
    }

    private void flush(OpenMutator open) throws Exception {
        try {
            switch (random.nextInt(3)) {
                case 0 -> open.flush(scenario.deadlines(), Duration.ofMillis(random.nextInt(300)));
                case 1 -> {
                    var unused = open.mutator().flushAsync();
                }
                default -> open.flush();
            }
        } catch (InterruptedException e) {
            // Somebody interrupts writers; the flag is cleared by the exception.
        }
    }

    // ---- one mutation ----

    private void write(Slot slot) throws Exception {
        Entry entry = entry(slot, reaction(slot.current()));
        Put put = put(entry);
        awaited.incrementAndGet();
        boolean taken = false;
        if (chance(conditions.tryMutate)) {
            taken = offer(entry, put);
        }
        if (!taken) {
            mutate(entry, put);
        }
        if (entry.error() instanceof MutatorClosedException) {
            slot.replace(entry.mutator);
        }
        boolean unused = Thread.interrupted();
    }

    private Entry entry(Slot slot, Entry.Reaction reaction) {
        OpenMutator open = slot.current();
        Place place = Conditions.any(random, task.places());
        String row = place.row(number + "-" + open.number() + "-" + random.nextInt(conditions.rowsPerWriter));
        int sequence = sequences.merge(row, 1, Integer::sum) - 1;
        int bytes = place.valueBytes() > 0 ? place.valueBytes() : conditions.sizes.next(random);
        bytesLeft -= bytes;
        mutationsLeft--;
        return ledger.open(new Entry.Target(open, place, row, sequence), bytes, reaction);
    }

    /** A value of more bytes than the client takes for a cell is cut into several. */
    private static Put put(Entry entry) {
        Put put = new Put(entry.row.getBytes(UTF_8));
        int cells = (entry.valueBytes + MOST_CELL_BYTES - 1) / MOST_CELL_BYTES;
        for (int cell = 0; cell < cells; cell++) {
            int bytes = entry.valueBytes / cells + (cell < entry.valueBytes % cells ? 1 : 0);
            put.addColumn(FAMILY, cell == 0 ? QUALIFIER : new byte[] {(byte) cell}, value(entry.id, bytes));
        }
        return put;
    }

    private static byte[] value(long id, int bytes) {
        byte[] value = new byte[bytes];
        ByteBuffer.wrap(value).putLong(id);
        if (bytes >= 2 * Ledger.ID_BYTES) {
            ByteBuffer.wrap(value).putLong(bytes - Ledger.ID_BYTES, ~id);
        }
        return value;
    }

    /** As a program does that must not wait. */
    private boolean offer(Entry entry, Put put) throws Exception {
        for (int i = 0; i < 3; i++) {
            if (entry.mutator.mutator().tryMutate(put, entry)) {
                ledger.accepted(entry);
                return true;
            }
            Waits.Wait wait = scenario.waits().begin("ready()", entry);
            try {
                entry.mutator.mutator().ready().get(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                // Somebody interrupts writers.
            } catch (ExecutionException | TimeoutException e) {
                return false;
            } finally {
                scenario.waits().end(wait);
            }
        }
        return false;
    }

    private void mutate(Entry entry, Put put) {
        Waits.Wait wait = scenario.waits().begin("mutate", entry);
        CompletableFuture<Void> future;
        try {
            future = entry.mutator.mutator().mutate(put);
        } finally {
            scenario.waits().end(wait);
        }
        if (!future.isCompletedExceptionally()) {
            ledger.accepted(entry);
        }
        var unused = future.whenComplete((nothing, error) -> entry.settled(cause(error)));
    }

    private static @Nullable Throwable cause(@Nullable Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    // ---- at the end of the stack ----

    /** Calls mutate with ever more stack left, from none on. */
    private void dive(Slot slot) {
        List<Entry> entries = new ArrayList<>();
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < DIVE_LEVELS; i++) {
            Entry entry = entry(slot, same -> {});
            // Whether it was taken cannot be known.
            entry.waive();
            entries.add(entry);
            puts.add(put(entry));
        }
        int[] next = {0};
        dive(entries, puts, next);
    }

    @SuppressWarnings("InfiniteRecursion") // Until the stack ends, which is what it is for.
    private static void dive(List<Entry> entries, List<Put> puts, int[] next) {
        try {
            dive(entries, puts, next);
        } catch (StackOverflowError e) {
            // The deepest call; those above have a little more stack each.
        }
        if (next[0] < DIVE_LEVELS) {
            try {
                Entry entry = entries.get(next[0]);
                Put put = puts.get(next[0]++);
                boolean unused = entry.mutator.mutator().tryMutate(put, entry);
            } catch (StackOverflowError e) {
                // What a program gets that calls too deep.
            }
        }
    }

    // ---- callbacks ----

    private Entry.Reaction reaction(OpenMutator open) {
        Conditions.Callback chosen = null;
        int dice = random.nextInt(1_000);
        for (Map.Entry<Conditions.Callback, Integer> each : conditions.callbacks.entrySet()) {
            dice -= each.getValue();
            if (dice < 0) {
                chosen = each.getKey();
                break;
            }
        }
        Conditions.Callback callback = chosen;
        int number = random.nextInt(1_500);
        return entry -> {
            awaited.decrementAndGet();
            if (callback != null && !scenario.isStopping()) {
                react(callback, open, number);
            }
        };
    }

    private void react(Conditions.Callback callback, OpenMutator open, int number) {
        boolean onNetworkThread = open.options().executors() == OpenMutator.Executors.NETWORK_THREAD;
        switch (callback) {
            case THROW -> throw new IllegalStateException("of the soak");
            case THROW_ERROR -> throw new AssertionError("of the soak");
            case MUTATE -> mutateAgain(open, number);
            case FLUSH -> open.flush();
            case FLUSH_ASYNC -> {
                CompletableFuture<?> flushed = open.mutator().flushAsync();
                if (!onNetworkThread) {
                    flushed.orTimeout(number, TimeUnit.MILLISECONDS)
                            .exceptionally(error -> null)
                            .join();
                }
            }
            case CLOSE -> open.close(scenario.deadlines());
            case CLOSE_ASYNC -> {
                var unused = open.closeAsync(scenario.deadlines(), Duration.ofMillis(number));
            }
            case BLOCK -> {
                if (!onNetworkThread) {
                    pause(TimeUnit.MILLISECONDS.toNanos(number));
                }
            }
        }
    }

    private void mutateAgain(OpenMutator open, int number) {
        Place place = Conditions.at(task.places(), number);
        String row = place.row(this.number + "-" + open.number() + "-c" + callbackRows.incrementAndGet());
        Entry entry = ledger.open(new Entry.Target(open, place, row, 0), 10 + number, same -> {});
        Put put = put(entry);
        CompletableFuture<Void> future = open.mutator().mutate(put);
        if (!future.isCompletedExceptionally()) {
            ledger.accepted(entry);
        }
        var unused = future.whenComplete((nothing, error) -> entry.settled(cause(error)));
    }
}
