package io.sluice.bench.chaos;

import io.sluice.Configuration;
import io.sluice.MutatorState;
import io.sluice.Ordering;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.embedded.ScanOptions;
import io.sluice.embedded.ScannedCell;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run: writers, a closing thread, a watching thread, a monkey, and the comparison at the end. */
final class ChaosRun {
    /** How far a close may exceed its deadline. */
    static final long CLOSE_SLACK_MILLIS = 1_000;

    private static final int MUTATORS_OF_A_TABLE = 2;
    private static final int WITH_EXECUTOR_ONE_IN = 3;
    private static final int RPC_MILLIS = 5_000;
    /** Small, so that it is exhausted. */
    private static final long BUDGET_BYTES = 16 << 20;

    private static final int BUFFERED_SLACK_MILLIS = 2_000;
    private static final int PASSED_SLACK_MILLIS = 5_000;
    /** Row, column, and the unused rest of a block. */
    private static final int OVERHEAD_BYTES = 64 << 10;

    /** Longer than any mutation may take. */
    private static final long SETTLE_SECONDS = 130;

    private static final int SPARE = 20_000;

    private final Plan plan;
    private final PrintStream out;
    private final List<ChaosSlot> slots = new ArrayList<>();
    /** The ledgers, by the writer's number in their rows. */
    private final List<ChaosLedger> ledgers = new ArrayList<>();

    private long wrongContent;
    private long foreign;
    private long left;

    /**
     * The configuration of a run.
     *
     * @param processes number of region servers besides the one with the master
     * @param perSecond mutations a second of all threads together
     */
    record Plan(ChaosSchedule schedule, Duration duration, int processes, int threads, int perSecond) {}

    /**
     * The outcome of a run.
     *
     * @param played number of steps that had an effect
     * @param retried number of times a mutation was sent again
     * @param held mutations and bytes that the client still held at the end
     */
    record Verdict(ChaosLedger.Count count, int played, long retried, long held, ChaosWatch.Seen seen, Closes closes) {
        /** Whether there was no violation. */
        boolean isClean() {
            return count.wrong().isNothing() && held == 0 && broken().isEmpty();
        }

        /** The bounds that were exceeded. */
        List<String> broken() {
            List<String> broken = new ArrayList<>();
            check(broken, "buffered without a flush, ms", seen.bufferedMillis(), BUFFERED_MILLIS);
            check(broken, "passed by later ones, ms", seen.passedMillis(), PASSED_MILLIS);
            check(broken, "used over the limit, bytes", seen.usedOverBytes(), USED_OVER_BYTES);
            check(broken, "unsettled over the limit, bytes", seen.unsettledOverBytes(), UNSETTLED_OVER_BYTES);
            check(broken, "close over its deadline, ms", closes.mostOverMillis(), CLOSE_SLACK_MILLIS);
            return broken;
        }

        private static void check(List<String> broken, String what, long seen, long most) {
            if (seen > most) {
                broken.add(what + ": " + seen + ", at most " + most);
            }
        }
    }

    /** Two flush periods, plus slack for a machine that also runs three servers. */
    static final long BUFFERED_MILLIS = 2 * ChaosSlot.FLUSH_MILLIS + BUFFERED_SLACK_MILLIS;

    /** Includes a call's timeout, before which a lost request cannot be distinguished from one that was not sent. */
    static final long PASSED_MILLIS = 2 * ChaosSlot.FLUSH_MILLIS + RPC_MILLIS + PASSED_SLACK_MILLIS;

    /** The budget may be exceeded by one mutation. */
    static final long USED_OVER_BYTES = ChaosValues.MOST_BYTES + OVERHEAD_BYTES;

    /**
     * One mutation, and for each mutator a buffer of the default size whose callbacks run after its room was returned.
     */
    static final long UNSETTLED_OVER_BYTES =
            USED_OVER_BYTES + (long) ChaosCluster.TABLES.size() * MUTATORS_OF_A_TABLE * (2 << 20);

    /**
     * The results of closing mutators.
     *
     * @param handedBack number of mutations that had not settled
     * @param mostOverMillis the most by which a close exceeded its deadline
     */
    record Closes(int closes, long handedBack, long mostOverMillis) {}

    ChaosRun(Plan plan, PrintStream out) {
        this.plan = plan;
        this.out = out;
        long all = plan.perSecond * (plan.duration.toSeconds() + 60);
        int number = 0;
        for (String table : ChaosCluster.TABLES) {
            for (Ordering ordering : Ordering.values()) {
                slots.add(
                        new ChaosSlot(number, TableName.valueOf(table), ordering, number % WITH_EXECUTOR_ONE_IN == 0));
                number++;
            }
        }
        ChaosValues values = new ChaosValues(plan.schedule.seed(), all);
        int most = Math.toIntExact(all / plan.threads / slots.size() + SPARE);
        for (ChaosSlot slot : slots) {
            for (int thread = 0; thread < plan.threads; thread++) {
                ChaosLedger ledger = new ChaosLedger(ledgers.size(), most, slot.isOrdered(), values);
                ledgers.add(ledger);
                slot.add(ledger);
            }
        }
    }

    Verdict run() throws IOException, InterruptedException {
        try (ChaosCluster cluster = ChaosCluster.start(plan.processes)) {
            Thread resume = new Thread(cluster::close, "chaos-end");
            // A suspended process does not notice that this one has ended.
            Runtime.getRuntime().addShutdownHook(resume);
            try {
                return run(cluster);
            } finally {
                slots.forEach(ChaosSlot::close);
                boolean unused = Runtime.getRuntime().removeShutdownHook(resume);
            }
        }
    }

    private Verdict run(ChaosCluster cluster) throws IOException, InterruptedException {
        AsyncConnection connection = connect(cluster);
        ChaosWatch watch = new ChaosWatch(slots, MUTATORS_OF_A_TABLE);
        ChaosMonkey monkey = new ChaosMonkey(cluster, plan.schedule, plan.duration, out);
        slots.forEach(slot -> slot.open(connection, watch));
        ChaosCloser closer = new ChaosCloser(slots, connection, watch, plan.schedule.seed(), out);
        try {
            writeWhile(monkey, closer, watch);
            cluster.calm();
            cluster.startTheDead();
            settle();
            for (ChaosSlot slot : slots) {
                MutatorState state = slot.mutator().state();
                left += state.pending() + state.bufferedBytes();
            }
            left += slots.get(0).mutator().state().budgetUsedBytes();
        } finally {
            closer.closeConnection();
        }
        readBack(cluster);
        ChaosLedger.Count count =
                new ChaosLedger.Count(0, 0, 0, 0, new ChaosLedger.Wrong(0, 0, 0, wrongContent, foreign, 0, 0));
        for (ChaosLedger ledger : ledgers) {
            count = count.plus(ledger.count());
        }
        long retried = slots.stream().mapToLong(ChaosSlot::retried).sum();
        Closes closes = new Closes(closer.closes(), closer.handedBack(), closer.mostOverMillis());
        return new Verdict(count, monkey.done(), retried, left, watch.seen(), closes);
    }

    private static AsyncConnection connect(ChaosCluster cluster) throws IOException, InterruptedException {
        Configuration configuration = new Configuration();
        configuration.setLong("hbase.rpc.timeout", RPC_MILLIS);
        configuration.setLong("hbase.client.operation.timeout", ChaosSlot.OPERATION.toMillis());
        try {
            return AsyncConnections.builder()
                    .configuration(configuration)
                    .bufferBudget(BUDGET_BYTES)
                    .registry(Registry.zooKeeper(
                            "localhost:" + cluster.zooKeeper().port(),
                            cluster.hbase().znodeParent()))
                    .build()
                    .get(ChaosSlot.OPERATION.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The client did not connect", e);
        }
    }

    private void writeWhile(ChaosMonkey monkey, ChaosCloser closer, ChaosWatch watch) throws InterruptedException {
        List<ChaosWriter> writers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < plan.threads; number++) {
            ChaosWriter writer = new ChaosWriter(slots, number, watch, plan);
            writers.add(writer);
            threads.add(new Thread(writer, "chaos-writer-" + number));
        }
        threads.add(new Thread(closer, "chaos-closer"));
        Thread watching = new Thread(watch, "chaos-watch");
        watching.start();
        threads.forEach(Thread::start);
        long begin = System.nanoTime();
        try {
            monkey.run();
            long rest = plan.duration.toNanos() - (System.nanoTime() - begin);
            if (rest > 0) {
                TimeUnit.NANOSECONDS.sleep(rest);
            }
        } finally {
            writers.forEach(ChaosWriter::stop);
            closer.stop();
            for (Thread thread : threads) {
                thread.join();
            }
            watch.stop();
            watching.join();
        }
    }

    /** Waits until everything has settled; the client's counters follow a moment later. */
    private void settle() throws InterruptedException {
        slots.forEach(slot -> slot.mutator().flush());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
        while (System.nanoTime() < end && (ledgers.stream().anyMatch(ledger -> ledger.pending() > 0) || holds())) {
            Thread.sleep(50);
        }
    }

    private boolean holds() {
        return slots.stream()
                .map(slot -> slot.mutator().state())
                .anyMatch(state -> state.pending() + state.budgetUsedBytes() > 0);
    }

    private void readBack(ChaosCluster cluster) throws IOException {
        for (String table : ChaosCluster.TABLES) {
            cluster.stock().scan(table, ScanOptions.newest(), this::read);
        }
    }

    private void read(ScannedCell cell) {
        int writer = ChaosLedger.writerOf(cell.row());
        if (writer < 0 || writer >= ledgers.size()) {
            foreign++;
            return;
        }
        ChaosLedger ledger = ledgers.get(writer);
        int number = ChaosValues.number(cell.value());
        if (!ledger.wasAccepted(number)
                || !Arrays.equals(cell.row(), ledger.row(number))
                || !Arrays.equals(cell.value(), ledger.value(number))) {
            wrongContent++;
            return;
        }
        ledger.found(number);
    }

    /** Missing mutations as ranges of each writer's numbers, with the times when they were accepted. */
    List<String> missing() {
        return ledgers.stream().flatMap(ledger -> ledger.missing().stream()).toList();
    }

    /** Errors of mutations, with counts. */
    Map<String, Integer> errors() {
        Map<String, Integer> all = new TreeMap<>();
        ledgers.forEach(ledger -> ledger.errors().forEach((error, many) -> all.merge(error, many, Integer::sum)));
        return all;
    }

    /** Number of callbacks that blocked. */
    int blocks() {
        return slots.stream().mapToInt(ChaosSlot::blocks).sum();
    }
}
