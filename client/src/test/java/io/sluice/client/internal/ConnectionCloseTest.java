package io.sluice.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection ends once a call that closes it has returned. */
class ConnectionCloseTest {
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final int ROUNDS = 40;
    private static final int MUTATORS = 3;
    private static final byte[] FAMILY = Bytes.toBytes("f");

    /** Frames on the way up from the end of a stack until the next call. */
    private static final int STRIDE = 7;

    private final AtomicInteger refused = new AtomicInteger();

    @ParameterizedTest(name = "server hangs: {0}")
    @ValueSource(booleans = {false, true})
    void close_whereTheStackEnds_endsOnceACallReturns(boolean serverHangs) throws Exception {
        try (TestCluster cluster = TestCluster.start(1)) {
            cluster.createTable("t");
            if (serverHangs) {
                cluster.server(0).script().always(Method.MULTI).play(Faults.hang());
            }
            for (int round = 0; round < ROUNDS; round++) {
                AsyncConnection connection = AsyncConnections.builder()
                        .configuration(new Configuration())
                        .registry(Registry.rpc(cluster.bootstrapServers()))
                        .build()
                        .get(1, TimeUnit.MINUTES);
                long hungBefore = cluster.server(0).script().played();
                List<CompletableFuture<Void>> futures = new ArrayList<>();
                for (int i = 0; i < MUTATORS; i++) {
                    AsyncBufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf("t"));
                    futures.add(mutator.mutate(new Put(Bytes.toBytes("r")).addColumn(FAMILY, FAMILY, FAMILY)));
                    if (serverHangs) {
                        mutator.flush();
                    }
                }
                if (serverHangs) {
                    await().atMost(1, TimeUnit.MINUTES)
                            .until(() -> cluster.server(0).script().played() > hungBefore);
                }
                // The first ones load and link classes, which needs more stack than what runs.
                CloseResult result =
                        closed(connection, round < 2 ? -1 : round % STRIDE).get(1, TimeUnit.MINUTES);
                assertThat(result.acked()
                                + result.failed()
                                + result.unacknowledged().size())
                        .isEqualTo(MUTATORS);
                assertThat(futures).allMatch(CompletableFuture::isDone);
                if (serverHangs) {
                    assertThat(result.unacknowledged()).hasSize(MUTATORS);
                }
                assertThat(connection.isClosed()).isTrue();
            }
        }
        assertThat(refused).as("calls that ended with an error").hasPositiveValue();
    }

    private CompletableFuture<CloseResult> closed(AsyncConnection connection, int depth) throws InterruptedException {
        AtomicReference<@Nullable CompletableFuture<CloseResult>> closed = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    if (depth < 0) {
                        closed.set(connection.closeAsync(SHORT));
                    } else {
                        closeDeep(connection, closed, depth);
                    }
                },
                "deep",
                256 << 10);
        thread.start();
        thread.join(TimeUnit.MINUTES.toMillis(1));
        return Objects.requireNonNull(closed.get(), "no call has returned");
    }

    @SuppressWarnings("InfiniteRecursion") // Until the stack ends, on purpose.
    private void closeDeep(
            AsyncConnection connection, AtomicReference<@Nullable CompletableFuture<CloseResult>> closed, int depth) {
        try {
            closeDeep(connection, closed, depth + 1);
        } catch (StackOverflowError e) {
            if (depth % STRIDE != 0) {
                throw e;
            }
        }
        if (closed.get() == null) {
            try {
                closed.set(connection.closeAsync(SHORT));
            } catch (StackOverflowError e) {
                refused.getAndIncrement();
                throw e;
            }
        }
    }
}
