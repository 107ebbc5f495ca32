package io.sluice.bench.chaos;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.Configuration;
import io.sluice.MutatorState;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.embedded.ScanOptions;
import io.sluice.embedded.ScannedCell;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run: writers, a monkey, and the comparison at the end. */
final class ChaosRun {
    private static final Duration OPERATION = Duration.ofMinutes(2);
    private static final long SETTLE_SECONDS = 180;
    private static final int SPARE = 20_000;

    private final Plan plan;
    private final PrintStream out;
    private final List<ChaosLedger> ledgers = new ArrayList<>();
    private long wrongContent;
    private long foreign;
    private long left;

    /**
     * What to do.
     *
     * @param processes region servers beside the one with the master
     * @param perSecond mutations of all threads together
     */
    record Plan(ChaosSchedule schedule, Duration duration, int processes, int threads, int perSecond) {}

    /**
     * What came out.
     *
     * @param played steps that had their effect
     * @param retried times that a mutation was sent again
     * @param held mutations and bytes that the client still held when all was over
     */
    record Verdict(ChaosLedger.Count count, int played, long retried, long held) {
        /** Whether nothing happened that must not. */
        boolean isClean() {
            return count.wrong().isNothing() && held == 0;
        }
    }

    ChaosRun(Plan plan, PrintStream out) {
        this.plan = plan;
        this.out = out;
        long most = plan.perSecond * (plan.duration.toSeconds() + 60) / plan.threads + SPARE;
        for (int writer = 0; writer < plan.threads; writer++) {
            ledgers.add(new ChaosLedger(writer, Math.toIntExact(most)));
        }
    }

    Verdict run() throws IOException, InterruptedException {
        try (ChaosCluster cluster = ChaosCluster.start(plan.processes)) {
            Thread resume = new Thread(cluster::close, "chaos-end");
            // A stopped process does not see that this one has ended.
            Runtime.getRuntime().addShutdownHook(resume);
            try {
                return run(cluster);
            } finally {
                boolean unused = Runtime.getRuntime().removeShutdownHook(resume);
            }
        }
    }

    private Verdict run(ChaosCluster cluster) throws IOException, InterruptedException {
        ChaosMonkey monkey = new ChaosMonkey(cluster, plan.schedule, plan.duration, out);
        long retried;
        try (AsyncConnection connection = connect(cluster)) {
            AsyncBufferedMutator mutator = connection
                    .getBufferedMutatorBuilder(TableName.valueOf(ChaosCluster.TABLE))
                    .setWriteBufferPeriodicFlush(20, TimeUnit.MILLISECONDS)
                    .setMaxAttempts(Integer.MAX_VALUE)
                    .setStartLogErrorsCnt(1_000)
                    .setBackpressure(Backpressure.block(OPERATION))
                    .build();
            writeWhile(mutator, monkey);
            cluster.calm();
            cluster.startTheDead();
            settle(mutator);
            MutatorState state = mutator.state();
            retried = state.retried();
            left = state.pending() + state.bufferedBytes() + state.budgetUsedBytes();
        }
        readBack(cluster);
        ChaosLedger.Count count =
                new ChaosLedger.Count(0, 0, 0, 0, new ChaosLedger.Wrong(0, 0, 0, wrongContent, foreign, 0));
        for (ChaosLedger ledger : ledgers) {
            count = count.plus(ledger.count());
        }
        return new Verdict(count, monkey.done(), retried, left);
    }

    private static AsyncConnection connect(ChaosCluster cluster) throws IOException, InterruptedException {
        Configuration configuration = new Configuration();
        configuration.setLong("hbase.rpc.timeout", 5_000);
        configuration.setLong("hbase.client.operation.timeout", OPERATION.toMillis());
        try {
            return AsyncConnections.builder()
                    .configuration(configuration)
                    .registry(Registry.zooKeeper(
                            "localhost:" + cluster.zooKeeper().port(),
                            cluster.hbase().znodeParent()))
                    .build()
                    .get(OPERATION.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The client did not connect", e);
        }
    }

    private void writeWhile(AsyncBufferedMutator mutator, ChaosMonkey monkey) throws InterruptedException {
        List<ChaosWriter> writers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (ChaosLedger ledger : ledgers) {
            ChaosWriter writer = new ChaosWriter(mutator, ledger, plan.perSecond / plan.threads);
            writers.add(writer);
            threads.add(new Thread(writer, "chaos-writer-" + ledger.writer()));
        }
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
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    /** Waits until everything has settled; the client's counters follow by a moment. */
    private void settle(AsyncBufferedMutator mutator) throws InterruptedException {
        mutator.flush();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
        while (System.nanoTime() < end
                && (ledgers.stream().anyMatch(ledger -> ledger.pending() > 0)
                        || mutator.state().pending() + mutator.state().budgetUsedBytes() > 0)) {
            Thread.sleep(50);
        }
    }

    private void readBack(ChaosCluster cluster) throws IOException {
        cluster.stock().scan(ChaosCluster.TABLE, ScanOptions.newest(), this::read);
    }

    private void read(ScannedCell cell) {
        String[] parts = new String(cell.row(), StandardCharsets.US_ASCII).split("-", -1);
        int writer = parts.length == 3 ? Integer.parseInt(parts[1]) : -1;
        int number = parts.length == 3 ? Integer.parseInt(parts[2]) : -1;
        if (writer < 0 || writer >= ledgers.size() || !ledgers.get(writer).wasAccepted(number)) {
            foreign++;
            return;
        }
        ChaosLedger ledger = ledgers.get(writer);
        if (!Arrays.equals(cell.row(), ledger.row(number)) || !Arrays.equals(cell.value(), ledger.value(number))) {
            wrongContent++;
            return;
        }
        ledger.found(number);
    }

    /** Where what is missing was written: stretches of each writer's numbers, and about when. */
    List<String> missing() {
        return ledgers.stream()
                .flatMap(ledger -> ledger.missing(plan.perSecond / plan.threads).stream())
                .toList();
    }

    /** Why mutations failed, and how many each. */
    Map<String, Integer> errors() {
        Map<String, Integer> all = new TreeMap<>();
        ledgers.forEach(ledger -> ledger.errors().forEach((error, many) -> all.merge(error, many, Integer::sum)));
        return all;
    }
}
