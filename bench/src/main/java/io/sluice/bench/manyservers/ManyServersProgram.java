package io.sluice.bench.manyservers;

import com.google.gson.Gson;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.sluice.bench.manyservers.ManyMeasured.Loss;
import io.sluice.bench.manyservers.ManyMeasured.Mutators;
import io.sluice.bench.manyservers.ManyMeasured.Round;
import io.sluice.bench.manyservers.ManyOrder.Length;
import io.sluice.bench.nullserver.NullClusterProcess;
import io.sluice.bench.nullserver.NullServerProcess;
import io.sluice.bench.writer.Pinning;
import io.sluice.bench.writer.Rows;
import io.sluice.bench.writer.Schedule;
import io.sluice.bench.writer.Window;
import io.sluice.bench.writer.WriterThreads;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Main class of a client's process. Argument: a {@link ManyOrder} as JSON. It starts the servers in a separate process,
 * so that it knows exactly when they end, and prints a {@link ManyMeasured}. It fails unless each put is acknowledged.
 */
final class ManyServersProgram {
    static final int SERVER_PROCESSOR = 0;

    /** Time until the regions of dead servers are on others. */
    static final Duration MOVED_AFTER = Duration.ofSeconds(1);

    /**
     * Linger of the mutator that writes while servers die: with the default, a put would wait in the buffer for a
     * second.
     */
    static final Duration LINGER = Duration.ofMillis(100);

    static final int THREADS = 8;
    static final int WINDOW_PUTS = 100_000;

    private static final int COLLECTIONS = 3;
    private static final int LOOK_AT_CLOCK_EVERY = 64;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final ManyOrder order;
    private final Length length;
    private final String table;
    private final ManyClient client;
    /** No row is written twice. */
    private long written;

    private ManyServersProgram(ManyOrder order, String table, ManyClient client) {
        this.order = order;
        this.length = order.length();
        this.table = table;
        this.client = client;
    }

    public static void main(String[] args) throws Exception {
        Gson gson = new Gson();
        ManyOrder order = gson.fromJson(args[0], ManyOrder.class);
        try (NullClusterProcess cluster = NullClusterProcess.start(
                        order.spread(), order.length().tables(), Pinning.to(SERVER_PROCESSOR));
                ManyClient client = order.contender().open(cluster.target(), order.spread())) {
            ManyMeasured measured =
                    new ManyServersProgram(order, cluster.target().table(), client).run(cluster);
            System.out.println(gson.toJson(measured));
        }
        // A library may have left a thread behind.
        System.exit(0);
    }

    private ManyMeasured run(NullClusterProcess cluster) throws Exception {
        long bare = heapBytes();
        long begin = System.nanoTime();
        int regions = client.preload();
        double preloadMillis = (System.nanoTime() - begin) / NANOS_PER_MILLI;
        if (regions != order.spread().regions()) {
            throw new IllegalStateException(
                    regions + " regions instead of " + order.spread().regions());
        }
        long loaded = heapBytes();
        long files = openFiles();
        begin = System.nanoTime();
        client.connect();
        double connectMillis = (System.nanoTime() - begin) / NANOS_PER_MILLI;
        double servers = order.spread().servers();
        double serverBytes = (heapBytes() - loaded) / servers;
        double sockets = (openFiles() - files) / servers;
        int threads = threads();
        double idleMillis = idleMillis();
        Mutators mutators = mutators();
        List<Round> rounds = rounds();
        return new ManyMeasured(
                preloadMillis,
                (double) (loaded - bare) / regions,
                connectMillis,
                serverBytes,
                sockets,
                threads,
                idleMillis,
                mutators,
                rounds,
                order.dying() == 0 ? null : loss(cluster));
    }

    // ---- idle ----

    private static long heapBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Returns 0 if the system does not report it. */
    private static long openFiles() {
        return PROCESS instanceof UnixOperatingSystemMXBean unix ? unix.getOpenFileDescriptorCount() : 0;
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private double idleMillis() throws InterruptedException {
        long cpuNanos = PROCESS.getProcessCpuTime();
        Thread.sleep(length.idleMillis());
        double used = (PROCESS.getProcessCpuTime() - cpuNanos) / NANOS_PER_MILLI;
        return used * TimeUnit.SECONDS.toMillis(1) / length.idleMillis();
    }

    private Mutators mutators() throws Exception {
        int before = threads();
        long bare = heapBytes();
        List<ManyClient.Mutator> opened = new ArrayList<>();
        for (int i = 0; i < length.mutators(); i++) {
            opened.add(client.mutator(NullServerProcess.table(1 + i % length.tables()), null));
        }
        long fresh = heapBytes();
        List<CompletableFuture<Void>> puts = new ArrayList<>();
        for (ManyClient.Mutator mutator : opened) {
            puts.add(mutator.put(Rows.row(written++)));
            mutator.flush();
        }
        for (CompletableFuture<Void> put : puts) {
            Object unused = put.get();
        }
        puts.clear();
        long used = heapBytes();
        Mutators measured = new Mutators(
                (double) (fresh - bare) / opened.size(),
                (double) (used - bare) / opened.size(),
                threads() - before,
                idleMillis());
        opened.forEach(ManyClient.Mutator::close);
        return measured;
    }

    // ---- writing ----

    private List<Round> rounds() throws Exception {
        Window window = new Window(WINDOW_PUTS);
        try (ManyClient.Mutator mutator = client.mutator(table, null)) {
            Round unused = round(mutator, window, length.warmUpMillis());
            List<Round> rounds = new ArrayList<>();
            for (int i = 0; i < length.rounds(); i++) {
                rounds.add(round(mutator, window, length.roundMillis()));
            }
            if (window.failedCount() > 0) {
                throw new IllegalStateException(window.failedCount() + " puts failed");
            }
            return rounds;
        }
    }

    private Round round(ManyClient.Mutator mutator, Window window, int millis) throws Exception {
        long base = written;
        long acknowledged = window.acknowledgedCount();
        long cpuNanos = PROCESS.getProcessCpuTime();
        long begin = System.nanoTime();
        long end = begin + TimeUnit.MILLISECONDS.toNanos(millis);
        try (WriterThreads threads = new WriterThreads(THREADS, thread -> {
            for (long i = base + thread; isTime(i, end); i += THREADS) {
                write(mutator, window, i);
            }
        })) {
            threads.work();
            mutator.flush();
            window.awaitEmpty();
        }
        long puts = window.acknowledgedCount() - acknowledged;
        // Threads write different numbers of rows, and each row should be new.
        written = base + THREADS * puts;
        return new Round(
                puts * NANOS_PER_SECOND / (System.nanoTime() - begin),
                (PROCESS.getProcessCpuTime() - cpuNanos) / NANOS_PER_MICRO / puts);
    }

    private static boolean isTime(long number, long endNanoTime) {
        return (number / THREADS) % LOOK_AT_CLOCK_EVERY != 0 || System.nanoTime() - endNanoTime < 0;
    }

    private static void write(ManyClient.Mutator mutator, Window window, long number) throws InterruptedException {
        window.enter();
        CompletableFuture<Void> unused = mutator.put(Rows.row(number)).whenComplete((nothing, failure) -> {
            if (failure == null) {
                window.acknowledged();
            } else {
                window.failed();
            }
        });
    }

    // ---- the death of servers ----

    private Loss loss(NullClusterProcess cluster) throws Exception {
        long begin = System.nanoTime();
        // Skips the first half of the time before the death, in which a new mutator sends at another pace.
        long from = begin + TimeUnit.MILLISECONDS.toNanos(length.beforeMillis()) / 2;
        long death = begin + TimeUnit.MILLISECONDS.toNanos(length.beforeMillis());
        long rows = (long) (length.putsPerSecond()
                * (length.beforeMillis() + length.afterMillis())
                / TimeUnit.SECONDS.toMillis(1));
        Schedule schedule = new Schedule(begin, length.putsPerSecond());
        LossMeter meter = new LossMeter(from);
        Window counts = new Window(Integer.MAX_VALUE);
        long base = written;
        try (ManyClient.Mutator mutator = client.mutator(table, LINGER);
                WriterThreads threads = new WriterThreads(THREADS, thread -> {
                    for (long i = thread; i < rows; i += THREADS) {
                        write(mutator, counts, meter, base + i, schedule.awaitDue(i));
                    }
                })) {
            CompletableFuture<@Nullable Void> killed = CompletableFuture.runAsync(() -> kill(cluster, meter, death));
            threads.work();
            mutator.flush();
            counts.awaitEmpty();
            Object unused = killed.get();
        }
        if (counts.failedCount() > 0) {
            throw new IllegalStateException(counts.failedCount() + " puts failed when servers died");
        }
        return meter.result();
    }

    private void kill(NullClusterProcess cluster, LossMeter meter, long atNanoTime) {
        try {
            TimeUnit.NANOSECONDS.sleep(atNanoTime - System.nanoTime());
            cluster.kill(order.dying(), MOVED_AFTER);
            meter.died(System.nanoTime());
            cluster.awaitMoved();
        } catch (Exception e) {
            throw new IllegalStateException("servers could not be ended", e);
        }
    }

    private void write(ManyClient.Mutator mutator, Window counts, LossMeter meter, long number, long due)
            throws InterruptedException {
        byte[] row = Rows.row(number);
        boolean dies = order.dies(order.spread().server(ByteBuffer.wrap(row).getInt()));
        counts.enter();
        CompletableFuture<Void> unused = mutator.put(row).whenComplete((nothing, failure) -> {
            if (failure == null) {
                meter.acknowledged(due, dies, System.nanoTime());
                counts.acknowledged();
            } else {
                counts.failed();
            }
        });
    }
}
