package io.sluice.client.soak;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.Configuration;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.ConnectionState;
import io.sluice.client.Registry;
import io.sluice.testserver.TestCluster;
import io.sluice.testserver.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Some seconds in which a program writes to scripted servers under conditions that a seed has chosen. The choices are
 * those of the seed; the interleaving is that of the machine.
 */
final class Scenario {
    private static final Duration CLOSE = Duration.ofSeconds(3);
    private static final Duration SETTLE = Duration.ofSeconds(20);
    /** In this time all mutations of a mutator are acknowledged, if its servers answer. */
    private static final Duration ENOUGH_TO_CLOSE = Duration.ofSeconds(2);
    /** A table has a region on each server. */
    static final String[] SPLITS = {"b", "c", "d"};

    private static final char FIRST_ROW = 'a';
    private static final int KEPT_BYTES = 16;
    private static final int DEFAULT_CONNECTIONS = 4;
    private static final int SMALL_STACK = 192 << 10;

    private final Family family;
    private final long seed;
    private final Random random;
    private final Conditions conditions = new Conditions();
    private final Ledger ledger;
    private final Deadlines deadlines = new Deadlines();
    private final Waits waits = new Waits();
    private final Lag lag = new Lag();
    /** The servers of a script, if it is not a real cluster. */
    private final @Nullable TestCluster scripted;

    private final Registry registry;
    private final List<ServerDriver> drivers = new ArrayList<>();
    /** The regions of a server in each table, by the number of the server. */
    private final List<Place> places = new ArrayList<>();

    private final List<AsyncConnection> connections = new CopyOnWriteArrayList<>();
    private final Map<AsyncConnection, Collection<OpenMutator>> mutators = new ConcurrentHashMap<>();
    private final Map<OpenMutator.Executors, ExecutorService> executors = new ConcurrentHashMap<>();
    private final List<Slot> slots = new ArrayList<>();
    private final List<Writer> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Phaser gate = new Phaser();
    private final AtomicLong mutatorNumbers = new AtomicLong();
    private final AtomicInteger tableNumbers = new AtomicInteger();
    private final Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();
    private volatile @Nullable MultiThreadIoEventLoopGroup group;
    private volatile boolean stopping;

    private Scenario(Family family, long seed, @Nullable TestCluster scripted, Registry registry) {
        this.family = family;
        this.seed = seed;
        this.scripted = scripted;
        this.registry = registry;
        ledger = new Ledger(/* seesServers= */ scripted != null, lag);
        random = new Random(seed);
        family.draw(conditions, random);
    }

    /** The seed of a scenario of a run: neighbours have nothing in common, as Random would let them. */
    static long seed(long run, int number) {
        long mixed = (run + number) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** One against scripted servers. */
    static Scenario scripted(Family family, long seed) {
        TestCluster cluster = TestCluster.start(Conditions.SERVERS);
        return new Scenario(family, seed, cluster, Registry.rpc(cluster.bootstrapServers()));
    }

    /** One against a real cluster, which has the tables of the family and does what it likes. */
    static Scenario real(Family family, long seed, Registry registry) {
        return new Scenario(family, seed, null, registry);
    }

    Conditions conditions() {
        return conditions;
    }

    Ledger ledger() {
        return ledger;
    }

    Deadlines deadlines() {
        return deadlines;
    }

    Waits waits() {
        return waits;
    }

    Phaser gate() {
        return gate;
    }

    boolean isStopping() {
        return stopping || ledger.violation() != null;
    }

    List<AsyncConnection> connections() {
        return connections;
    }

    TestCluster cluster() {
        return Objects.requireNonNull(scripted, "a real cluster");
    }

    Random random() {
        return random;
    }

    Place place(int server) {
        return places.get(server);
    }

    ServerDriver driver(int server) {
        return drivers.get(server);
    }

    void onServers(Runnable task) {
        if (scripted == null) {
            task.run();
        } else {
            scripted.execute(task);
        }
    }

    int connectionsPerServer() {
        return conditions.connectionsPerServer == 0 ? DEFAULT_CONNECTIONS : conditions.connectionsPerServer;
    }

    /** Value bytes that the client holds for certain. */
    long heldBytes(AsyncConnection connection) {
        return mutators.getOrDefault(connection, List.of()).stream()
                .filter(this::isHeldUntilNotified)
                .mapToLong(OpenMutator::heldBytes)
                .sum();
    }

    /**
     * Whether a mutation is held until a server has seen it or the program has been notified, as far as the books can tell.
     * What has its outcome is free before an executor has notified the program, and only for mutations that servers have
     * seen do the books know that they may have one.
     */
    private boolean isHeldUntilNotified(OpenMutator mutator) {
        return mutator.options().executors() == OpenMutator.Executors.NETWORK_THREAD
                || (ledger.seesServers() && !mutator.isExcused());
    }

    // ---- the run ----

    /** Runs it; returns the first violation, or null. */
    @Nullable Violation run() throws InterruptedException {
        Observer observer = new Observer(this, lag);
        Thread watching = daemon("observer", observer);
        try {
            prepareServers();
            watching.start();
            family.begin(this);
            if (open()) {
                write();
                end();
            }
        } catch (RuntimeException e) {
            ledger.report(Violation.Promise.NOTHING_THROWN, "scenario: " + e + " at " + List.of(e.getStackTrace()));
        } finally {
            stopping = true;
            observer.stop();
            watching.join();
            leave();
        }
        return ledger.violation();
    }

    private void prepareServers() {
        for (int i = 0; i < Conditions.SERVERS; i++) {
            places.add(new Place("server " + i, (char) (FIRST_ROW + i)));
        }
        if (scripted == null) {
            return;
        }
        scripted.keepOfValues(KEPT_BYTES);
        for (int i = 0; i < conditions.tables; i++) {
            scripted.createTable("t" + i, SPLITS);
        }
        scripted.servers().forEach(server -> drivers.add(new ServerDriver(server, ledger)));
    }

    private boolean open() throws InterruptedException {
        if (conditions.ownGroup) {
            group = new MultiThreadIoEventLoopGroup(
                    2,
                    new DefaultThreadFactory(Stacks.OWN_PREFIX + "io", /* daemon= */ true),
                    NioIoHandler.newFactory());
        }
        for (int i = 0; i < conditions.connections; i++) {
            AsyncConnection connection = connect();
            if (connection == null) {
                return false;
            }
            connections.add(connection);
            for (int table = 0; conditions.preloads && table < conditions.tables; table++) {
                var unused = connection
                        .preloadRegions(TableName.valueOf("t" + table))
                        .join();
            }
        }
        for (int i = 0; i < conditions.mutators; i++) {
            OpenMutator.Options options = options(i);
            slots.add(new Slot(() -> openMutator(options)));
        }
        return true;
    }

    /** Opens a connection; null, and reported, if it does not open. */
    @Nullable AsyncConnection connect() throws InterruptedException {
        Configuration configuration = new Configuration();
        configuration.setLong("hbase.client.pause", 20);
        configuration.setLong("hbase.rpc.timeout", conditions.rpcTimeout.toMillis());
        configuration.setLong("hbase.client.operation.timeout", conditions.operationTimeout.toMillis());
        configuration.setLong("hbase.client.retries.number", 1_000);
        configuration.setLong("hbase.ipc.client.failed.servers.expiry", 50);
        configuration.setLong("hbase.ipc.client.socket.timeout.connect", 6_000);
        ConnectionPoolSettings.Builder pool = ConnectionPoolSettings.builder();
        if (conditions.callsPerConnection > 0) {
            pool.maxConcurrentCallsPerConnection(conditions.callsPerConnection);
        }
        if (conditions.connectionsPerServer > 0) {
            pool.maxConnectionsPerServer(conditions.connectionsPerServer);
        }
        AsyncConnections.Builder builder = AsyncConnections.builder()
                .configuration(configuration)
                .registry(registry)
                .pool(pool.build());
        if (conditions.budgetBytes > 0) {
            builder.bufferBudget(conditions.budgetBytes);
        }
        if (conditions.blockBytes > 0) {
            builder.blockSize(conditions.blockBytes);
        }
        if (group != null) {
            builder.eventLoopGroup(group, NioSocketChannel.class);
        }
        Deadlines.Call call = deadlines.begin("the opening of a connection", Duration.ofSeconds(8));
        try {
            AsyncConnection connection = builder.build().get(20, TimeUnit.SECONDS);
            ledger.budget(connection.state().budget().limitBytes());
            return connection;
        } catch (ExecutionException | TimeoutException e) {
            ledger.report(Violation.Promise.CONNECTS, String.valueOf(e.getCause()));
            return null;
        } finally {
            call.ended();
        }
    }

    private OpenMutator.Options options(int number) {
        boolean missing = conditions.tableMissing && number == conditions.mutators - 1;
        String table = missing ? "missing" : conditions.freshTables ? "" : "t" + random.nextInt(conditions.tables);
        return new OpenMutator.Options(
                number % conditions.connections,
                table,
                Conditions.any(random, conditions.periodsMillis),
                Conditions.any(random, conditions.bufferBytes),
                conditions.requestRows,
                conditions.ownWindows ? 16 + number : 0,
                Conditions.any(random, conditions.orderings),
                Conditions.any(random, conditions.backpressures),
                conditions.closeTimeout,
                Conditions.any(random, conditions.executors),
                missing);
    }

    private OpenMutator openMutator(OpenMutator.Options options) {
        AsyncConnection connection = connections.get(options.connection());
        OpenMutator.Options used = options.table().isEmpty()
                ? options.ofTable("t" + tableNumbers.getAndIncrement() % conditions.tables)
                : options;
        OpenMutator open =
                new OpenMutator(connection, used, executor(options.executors()), mutatorNumbers.incrementAndGet());
        mutators.computeIfAbsent(connection, same -> new ConcurrentLinkedQueue<>())
                .add(open);
        return open;
    }

    private @Nullable ExecutorService executor(OpenMutator.Executors which) {
        if (which == OpenMutator.Executors.NETWORK_THREAD) {
            return null;
        }
        return executors.computeIfAbsent(which, same -> {
            ThreadFactory factory = task -> daemon("completions", task);
            return which == OpenMutator.Executors.ONE_THREAD
                    ? Executors.newSingleThreadExecutor(factory)
                    : Executors.newFixedThreadPool(4, factory);
        });
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, Stacks.OWN_PREFIX + name);
        thread.setDaemon(true);
        return thread;
    }

    private void write() throws InterruptedException {
        for (int i = 0; i < conditions.threads; i++) {
            gate.register();
            Writer writer = new Writer(this, i, random.nextLong(), family.task(this, slots, i));
            writers.add(writer);
            threads.add(newThread("writer-" + i, writer));
        }
        threads.forEach(Thread::start);
        long end = Moment.now() + conditions.duration.toNanos();
        Thread director = daemon("director", () -> family.act(this));
        director.start();
        int turn = 0;
        Random whom = new Random(seed);
        while (Moment.now() < end
                && !isStopping()
                && (director.isAlive() || threads.stream().anyMatch(Thread::isAlive))) {
            TimeUnit.MILLISECONDS.sleep(2);
            if (conditions.interrupts && turn++ % 10 == 0) {
                threads.get(whom.nextInt(threads.size())).interrupt();
            }
        }
        stopping = true;
        director.join(SETTLE.toMillis());
    }

    private Thread newThread(String name, Runnable task) {
        if (conditions.deepStacks) {
            Thread thread = new Thread(null, task, Stacks.OWN_PREFIX + name, SMALL_STACK);
            thread.setDaemon(true);
            return thread;
        }
        return conditions.virtualThreads ? VirtualThreads.orDaemon(Stacks.OWN_PREFIX + name, task) : daemon(name, task);
    }

    // ---- for the families ----

    List<Slot> slots() {
        return slots;
    }

    /** Closes a mutator whose servers answer, and opens another in its place. */
    void reopen(Slot slot, Duration deadline) {
        OpenMutator open = slot.current();
        long begun = Moment.now();
        var unused = open.closeAsync(deadlines, deadline).thenAccept(result -> {
            boolean enough = deadline.toNanos() - lag.allowanceSince(begun) > ENOUGH_TO_CLOSE.toNanos();
            if (enough && !result.unacknowledged().isEmpty()) {
                ledger.report(
                        Violation.Promise.NO_FAILURE,
                        result.unacknowledged().size() + " mutations were handed back by a close that had " + deadline
                                + ": " + open);
            }
        });
        slot.replace(open);
    }

    /** Waits within the run; false once it is over. */
    boolean pause(long millis) {
        long end = Moment.now() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (Moment.now() < end && !isStopping()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return !isStopping();
    }

    /** Gives all regions of one server to another; the old one says only that it does not have them. */
    void moveRegions(int from, int to) {
        TestCluster cluster = cluster();
        TestServer old = cluster.server(from);
        for (int i = 0; i < conditions.tables; i++) {
            cluster.regions("t" + i).stream()
                    .filter(region -> region.server() == old)
                    .forEach(region -> cluster.reassign(region, cluster.server(to)));
        }
    }

    /** As if the program had ended its network threads while the client still uses them. */
    void shutDownGroup() {
        places.forEach(Place::trouble);
        MultiThreadIoEventLoopGroup ended = group;
        if (ended != null) {
            ended.shutdownGracefully(0, 100, TimeUnit.MILLISECONDS).syncUninterruptibly();
        }
    }

    // ---- the end ----

    private void end() throws InterruptedException {
        gate.forceTermination();
        if (scripted != null) {
            family.heal(this);
        }
        await(() -> threads.stream().noneMatch(Thread::isAlive), "writers end");
        all().filter(open -> !open.isClosing() && open.options().periodMillis() == 0)
                .forEach(OpenMutator::flush);
        // The periodic flush is left to do its work; the observer looks whether it does.
        await(() -> ledger.entries().stream().noneMatch(this::isAwaited), "mutations settle");
        closeMutators();
        if (!isGroupShutDown()) {
            checkNothingHeld();
        }
        ledger.checkOrder();
        closeConnections();
        if (scripted != null) {
            scripted.violations().forEach(what -> ledger.report(Violation.Promise.WELL_FORMED, what));
        }
    }

    private boolean isAwaited(Entry entry) {
        return entry.isOpen()
                && (entry.dueSince() >= 0 || entry.mutator.isClosing())
                && (entry.place.isPromptSince(entry.begunAt) || entry.mutator.isClosing());
    }

    private Stream<OpenMutator> all() {
        return mutators.values().stream().flatMap(Collection::stream);
    }

    private void closeMutators() throws InterruptedException {
        List<CompletableFuture<?>> closes = new ArrayList<>();
        all().forEach(open -> closes.add(open.closeAsync(deadlines, CLOSE)));
        await(() -> closes.stream().allMatch(CompletableFuture::isDone), "mutators close");
        expect(
                () -> ledger.entries().stream().noneMatch(Entry::isOpen),
                Violation.Promise.SETTLES_ONCE,
                () -> "closed, and not settled: "
                        + ledger.entries().stream()
                                .filter(Entry::isOpen)
                                .findFirst()
                                .map(Entry::toString)
                                .orElse(""));
    }

    private void checkNothingHeld() throws InterruptedException {
        for (AsyncConnection connection : connections) {
            expect(
                    () -> isEmpty(connection.state()),
                    Violation.Promise.NOTHING_LEFT,
                    () -> "mutators are closed, and of the connection is left: "
                            + connection.state().budget() + ", "
                            + connection.state().blocks() + ", "
                            + connection.state().pools().total().requests());
        }
    }

    boolean isGroupShutDown() {
        MultiThreadIoEventLoopGroup own = group;
        return own != null && own.isShuttingDown();
    }

    private static boolean isEmpty(ConnectionState state) {
        var requests = state.pools().total().requests();
        // A request that was given up and not answered keeps what it holds until its timeout.
        boolean isUnanswered = requests.inFlight() > 0;
        return (isUnanswered || state.budget().usedBytes() == 0)
                && state.budget().waiters() == 0
                && (isUnanswered || state.blocks().inUse() == 0)
                && requests.pending() == 0;
    }

    private void closeConnections() throws InterruptedException {
        List<CompletableFuture<?>> closes = new ArrayList<>();
        for (AsyncConnection connection : connections) {
            Deadlines.Call call = deadlines.beginAsync("closeAsync of a connection", CLOSE);
            closes.add(connection.closeAsync(CLOSE).whenComplete((result, error) -> call.ended()));
        }
        await(() -> closes.stream().allMatch(CompletableFuture::isDone), "connections close");
        expect(
                () -> Stacks.clientThreads(threadsBefore).isEmpty(),
                Violation.Promise.NOTHING_LEFT,
                () -> "threads: " + Stacks.clientThreads(threadsBefore));
        MultiThreadIoEventLoopGroup own = group;
        if (own != null && !isGroupShutDown()) {
            expect(
                    () -> PendingTimers.of(own).isEmpty(),
                    Violation.Promise.NOTHING_LEFT,
                    () -> "timers in the event loops of the program: " + PendingTimers.of(own));
        }
    }

    /** Waits until it is so or there is a violation; what takes too long is for the observer to say. */
    private void await(BooleanSupplier condition, String what) throws InterruptedException {
        long begin = Moment.now();
        while (ledger.violation() == null && !condition.getAsBoolean()) {
            if (Moment.now() - begin > 2 * SETTLE.toNanos() + lag.allowanceSince(begin)) {
                ledger.report(Violation.Promise.DEADLINES, "not in " + Moment.text(Moment.now() - begin) + ": " + what);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** What must be so in a moment. */
    private void expect(BooleanSupplier condition, Violation.Promise promise, Supplier<String> evidence)
            throws InterruptedException {
        long begin = Moment.now();
        while (ledger.violation() == null && !condition.getAsBoolean()) {
            if (Moment.now() - begin > CLOSE.toNanos() + lag.allowanceSince(begin)) {
                ledger.report(promise, evidence.get());
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Whatever has happened; after a violation nothing here may wait for the client. */
    private void leave() {
        gate.forceTermination();
        threads.forEach(Thread::interrupt);
        for (AsyncConnection connection : connections) {
            var unused = connection.closeAsync(Duration.ZERO);
        }
        executors.values().forEach(ExecutorService::shutdownNow);
        MultiThreadIoEventLoopGroup own = group;
        if (own != null) {
            var unused = own.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
        if (scripted != null) {
            scripted.close();
        }
    }

    /** One line for the log. */
    String summary(int number, double seconds) {
        Violation violation = ledger.violation();
        return String.format(
                "soak %d %s, %.1f s, %d mutations, %d MB, %d acknowledged, %d failed, longest wait %s (%s idle), lag %s%s; %s",
                number,
                family,
                seconds,
                ledger.mutations(),
                ledger.acceptedBytes() / 1_000_000,
                ledger.acknowledged(),
                ledger.failed(),
                Moment.text(waits.longestNanos()),
                Moment.text(waits.longestParkedNanos()),
                Moment.text(lag.lostNanos()),
                violation == null ? "" : ", VIOLATION " + violation.promise(),
                conditions);
    }
}
