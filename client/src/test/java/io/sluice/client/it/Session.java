package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Configuration;
import io.sluice.MutatorState;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.ScanOptions;
import io.sluice.embedded.StockClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What a test needs of the shared server: a connection of its own, tables, and the stock client to read back with. After
 * the test it fails whoever left something behind: pending mutations, used budget, threads.
 */
@SuppressWarnings("NullAway.Init") // BeforeEach sets the fields before a test sees them.
final class Session implements BeforeEachCallback, AfterEachCallback {
    /** For what should happen soon; a test fails by it, none waits for it. */
    static final Duration LIMIT = Duration.ofSeconds(60);

    private static final AtomicInteger TABLES = new AtomicInteger();

    private final Consumer<Configuration> settings;
    private final Consumer<AsyncConnections.Builder> options;
    private final List<AsyncBufferedMutator> mutators = new ArrayList<>();

    private EmbeddedHBase server;
    private AsyncConnection connection;

    /** With the defaults. */
    Session() {
        this(conf -> {});
    }

    /** With these settings over the defaults. */
    Session(Consumer<Configuration> settings) {
        this(settings, builder -> {});
    }

    /** With these settings and options over the defaults. */
    Session(Consumer<Configuration> settings, Consumer<AsyncConnections.Builder> options) {
        this.settings = settings;
        this.options = options;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        server = new TestHBase().of(context);
        AsyncConnections.Builder builder = AsyncConnections.builder().configuration(configuration());
        options.accept(builder.registry(Registry.zooKeeper(quorum(), server.znodeParent())));
        connection = get(builder.build());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        boolean passed = context.getExecutionException().isEmpty();
        try {
            if (passed) {
                mutators.forEach(Session::assertNothingHeld);
            }
        } finally {
            mutators.clear();
            connection.close();
        }
        assertNoThreads();
    }

    /** Fails if the mutator has pending mutations or its connection holds bytes. */
    static void assertNothingHeld(AsyncBufferedMutator mutator) {
        // Waits for what a test has not waited for itself; the counters follow the futures by a moment.
        mutator.flush();
        await().atMost(LIMIT).untilAsserted(() -> {
            MutatorState state = mutator.state();
            assertThat(state.pending()).as("pending of %s", mutator.getName()).isZero();
            assertThat(state.bufferedBytes())
                    .as("buffered by %s", mutator.getName())
                    .isZero();
            assertThat(state.budgetUsedBytes()).as("budget used").isZero();
        });
    }

    /** Fails if there are network threads although every connection is closed. */
    static void assertNoThreads() {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("sluice-io-")));
    }

    EmbeddedHBase server() {
        return server;
    }

    StockClient stock() {
        return server.client();
    }

    AsyncConnection connection() {
        return connection;
    }

    String quorum() {
        return "localhost:" + server.zooKeeperPort();
    }

    /** This session's settings without those that find the server. */
    Configuration configuration() {
        Configuration conf = new Configuration();
        settings.accept(conf);
        return conf;
    }

    /** A mutator whose books are checked after the test. */
    AsyncBufferedMutator mutator(TableName table) {
        return mutator(table, builder -> {});
    }

    /** A mutator with these settings whose books are checked after the test. */
    AsyncBufferedMutator mutator(TableName table, Consumer<AsyncBufferedMutatorBuilder> options) {
        AsyncBufferedMutatorBuilder builder = connection.getBufferedMutatorBuilder(table);
        options.accept(builder);
        AsyncBufferedMutator mutator = builder.build();
        mutators.add(mutator);
        return mutator;
    }

    /** A new table with one region and five versions in each of these families. */
    TableName table(String... families) throws IOException {
        return table(List.of(), families);
    }

    /** A new table with these splits and five versions in each of these families. */
    TableName table(List<byte[]> splits, String... families) throws IOException {
        TableName table = TableName.valueOf("t" + TABLES.incrementAndGet());
        List<FamilyOptions> options = new ArrayList<>();
        for (String family : families) {
            options.add(new FamilyOptions(family, 5));
        }
        stock().createTable(table.getNameAsString(), options, splits);
        return table;
    }

    /** What a reader sees: the newest version of each column. */
    List<CellText> visible(TableName table) throws IOException {
        return scan(table, ScanOptions.newest());
    }

    /** Every version and every delete marker. */
    List<CellText> everything(TableName table) throws IOException {
        return scan(table, ScanOptions.everything());
    }

    private List<CellText> scan(TableName table, ScanOptions scan) throws IOException {
        List<CellText> cells = new ArrayList<>();
        stock().scan(table.getNameAsString(), scan, cell -> cells.add(CellText.of(cell)));
        return cells;
    }

    /** Sends what is buffered and waits until each of these was acknowledged. */
    static void acknowledge(AsyncBufferedMutator mutator, List<CompletableFuture<Void>> futures) {
        mutator.flush();
        for (CompletableFuture<Void> future : futures) {
            assertThat(future).succeedsWithin(LIMIT);
        }
    }

    /** Sends what is buffered and waits until each of these was acknowledged. */
    @SafeVarargs
    @SuppressWarnings("varargs") // Only read.
    static void acknowledge(AsyncBufferedMutator mutator, CompletableFuture<Void>... futures) {
        acknowledge(mutator, List.of(futures));
    }

    /** The result of a future that should come soon. */
    static <T> T get(CompletableFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Why a future failed; fails if it has not after a while. */
    static Throwable failure(CompletableFuture<?> future) throws InterruptedException, TimeoutException {
        try {
            Object unexpected = future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("succeeded with " + unexpected);
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        }
    }
}
