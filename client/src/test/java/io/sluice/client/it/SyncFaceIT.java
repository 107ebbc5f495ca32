package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.BufferedMutator;
import io.sluice.BufferedMutatorParams;
import io.sluice.Configuration;
import io.sluice.MutatorClosedException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.Put;
import io.sluice.RetriesExhaustedWithDetailsException;
import io.sluice.TableName;
import io.sluice.client.Connection;
import io.sluice.client.ConnectionFactory;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The mutator that waits, as a program written for HBase's uses it. */
class SyncFaceIT {
    @RegisterExtension
    final Session session = new Session();

    private Connection connection;
    private TableName table;

    @BeforeEach
    void connect() throws Exception {
        connection = ConnectionFactory.createConnection(located());
        table = session.table("f");
    }

    @AfterEach
    void disconnect() throws Exception {
        connection.close();
    }

    private Configuration located() {
        Configuration conf = session.configuration();
        conf.set("hbase.zookeeper.quorum", session.quorum());
        conf.set("zookeeper.znode.parent", session.server().znodeParent());
        return conf;
    }

    private BufferedMutatorParams unhurried() {
        return new BufferedMutatorParams(table).setWriteBufferPeriodicFlushTimeoutMs(0);
    }

    private static Put good(String row) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), 1, bytes("v"));
    }

    private static Put bad(String row) {
        return new Put(bytes(row)).addColumn(bytes("none"), bytes("q"), 1, bytes("v"));
    }

    @Test
    void flush_buffered_storedWhenItReturns() throws Exception {
        try (BufferedMutator mutator = connection.getBufferedMutator(unhurried())) {
            mutator.mutate(good("a"));
            mutator.mutate(List.of(good("b"), good("c")));
            assertThat(session.everything(table)).isEmpty();
            mutator.flush();
            assertThat(session.everything(table))
                    .containsExactly(
                            put("a", "f", "q", 1, "v"), put("b", "f", "q", 1, "v"), put("c", "f", "q", 1, "v"));
        }
    }

    @Test
    void close_buffered_storedWhenItReturns() throws Exception {
        BufferedMutator mutator = connection.getBufferedMutator(unhurried());
        mutator.mutate(good("a"));
        mutator.close();
        mutator.close();
        assertThat(session.everything(table)).containsExactly(put("a", "f", "q", 1, "v"));
        assertThatIllegalStateException()
                .isThrownBy(() -> mutator.mutate(good("b")))
                .withCauseInstanceOf(MutatorClosedException.class);
        assertThatIllegalStateException()
                .isThrownBy(() -> mutator.mutate(List.of(good("b"))))
                .withCauseInstanceOf(MutatorClosedException.class);
        assertThatIllegalStateException().isThrownBy(mutator::flush);
    }

    @Test
    void flush_badAmongGood_throwsItsDetailsAndStoresTheOthers() throws Exception {
        try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
            Put bad = bad("b");
            mutator.mutate(good("a"));
            mutator.mutate(bad);
            mutator.mutate(good("c"));
            RetriesExhaustedWithDetailsException error =
                    catchThrowableOfType(RetriesExhaustedWithDetailsException.class, mutator::flush);
            assertThat(error)
                    .hasMessageContaining("NoSuchColumnFamilyException: 1 time")
                    .hasMessageContaining("Put row 'b'");
            assertThat(error.getNumExceptions()).isEqualTo(1);
            assertThat(error.getRow(0)).isInstanceOf(Put.class);
            assertThat(error.getRow(0)).as("row, cells, bytes").hasToString(bad.toString());
            assertThat(error.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
            assertThat(error.getHostnamePort(0)).matches("localhost:\\d+");
            assertThat(error.mayHaveClusterIssues()).isFalse();
        }
        assertThat(session.everything(table)).containsExactly(put("a", "f", "q", 1, "v"), put("c", "f", "q", 1, "v"));
    }

    @Test
    void listener_manyThreads_hearsOfEachBadRowOnce() throws Exception {
        List<RetriesExhaustedWithDetailsException> heard = new CopyOnWriteArrayList<>();
        BufferedMutatorParams params =
                new BufferedMutatorParams(table).setMaxMutations(10).listener((error, self) -> heard.add(error));
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        try (BufferedMutator mutator = connection.getBufferedMutator(params)) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int number = t;
                Thread thread = new Thread(() -> {
                    try {
                        for (int i = 0; i < 100; i++) {
                            mutator.mutate(i % 25 == 7 ? bad(number + "-" + i) : good(number + "-" + i));
                        }
                        mutator.flush();
                    } catch (Exception e) {
                        thrown.add(e);
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(thrown).isEmpty();
        List<String> rows = new ArrayList<>();
        for (RetriesExhaustedWithDetailsException error : heard) {
            for (int i = 0; i < error.getNumExceptions(); i++) {
                rows.add(CellText.text(error.getRow(i).getRow()));
            }
        }
        List<String> expected = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            for (int i = 7; i < 100; i += 25) {
                expected.add(t + "-" + i);
            }
        }
        assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(session.everything(table)).hasSize(4 * 96);
    }

    @Test
    void connectionClose_mutatorOpenWithABadRow_storesTheGoodAndThrows() throws Exception {
        BufferedMutator mutator = connection.getBufferedMutator(unhurried());
        mutator.mutate(good("a"));
        mutator.mutate(bad("b"));
        assertThatThrownBy(connection::close)
                .isInstanceOf(RetriesExhaustedWithDetailsException.class)
                .hasMessageContaining("'b'");
        assertThat(connection.isClosed()).isTrue();
        assertThat(session.everything(table)).containsExactly(put("a", "f", "q", 1, "v"));
        connection.close();
        assertThatIllegalArgumentException().isThrownBy(() -> connection.getBufferedMutator(table));
    }

    @Test
    void flush_interrupted_throwsAndTheDataArrivesAllTheSame() throws Exception {
        BufferedMutator mutator = connection.getBufferedMutator(unhurried());
        mutator.mutate(good("a"));
        Thread.currentThread().interrupt();
        assertThatThrownBy(mutator::flush).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        mutator.close();
        assertThat(session.everything(table)).containsExactly(put("a", "f", "q", 1, "v"));
    }

    @Test
    void createConnection_interrupted_throwsAndLeavesNothingOpen() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> {
                    try (Connection unused = ConnectionFactory.createConnection(located())) {
                        throw new AssertionError("connected");
                    }
                })
                .isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        // That its threads end is what the session looks at.
    }

    @Test
    void params_set_areTheMutators() throws Exception {
        BufferedMutatorParams params = new BufferedMutatorParams(table)
                .writeBufferSize(12_345)
                .setMaxMutations(67)
                .setWriteBufferPeriodicFlushTimeoutMs(890)
                .setRequestAttribute("who", bytes("me"));
        try (BufferedMutator mutator = connection.getBufferedMutator(params)) {
            assertThat(mutator.getName()).isEqualTo(table);
            assertThat(mutator.getWriteBufferSize()).isEqualTo(12_345);
            assertThat(mutator.getMaxMutations()).isEqualTo(67);
            assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isEqualTo(890);
            assertThat(mutator.getRequestAttributes()).containsOnlyKeys("who");
            assertThat(mutator.getConfiguration()).isSameAs(connection.getConfiguration());
        }
    }
}
