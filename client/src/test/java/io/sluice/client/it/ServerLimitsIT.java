package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.DoNotRetryIOException;
import io.sluice.Put;
import io.sluice.RequestTooBigException;
import io.sluice.RowMutations;
import io.sluice.TableName;
import io.sluice.embedded.EmbeddedOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server that takes less in one request than its clients send by default: S6 and S12 of the stock client. */
class ServerLimitsIT {
    private static final int MAX_REQUEST = 1 << 20;
    private static final int MAX_ROWS = 500;

    @RegisterExtension
    static final OwnHBase HBASE = new OwnHBase(EmbeddedOptions.defaults()
            .withSetting("hbase.ipc.max.request.size", Integer.toString(MAX_REQUEST))
            .withSetting("hbase.rpc.rows.warning.threshold", Integer.toString(MAX_ROWS))
            .withSetting("hbase.rpc.rows.size.threshold.reject", "true"));

    private static AsyncBufferedMutator mutator(TableName table) {
        return HBASE.connection()
                .getBufferedMutatorBuilder(table)
                .setWriteBufferSize(8 << 20)
                .setMaxRequestSize(8 << 20)
                .setMaxRequestRows(5_000)
                .disableWriteBufferPeriodicFlush()
                .build();
    }

    private static Put row(int number, int valueBytes) {
        return new Put(bytes(String.format("row%05d", number))).addColumn(bytes("f"), bytes("q"), new byte[valueBytes]);
    }

    private static void acknowledge(AsyncBufferedMutator mutator, List<CompletableFuture<Void>> futures) {
        Session.acknowledge(mutator, futures);
        assertThat(mutator.state().failed()).isZero();
        Session.assertNothingHeld(mutator);
    }

    @Test
    void mutate_requestsLargerThanTheServerTakes_areCutAndWritten_S6() throws Exception {
        TableName table = HBASE.table(List.of());
        AsyncBufferedMutator mutator = mutator(table);
        for (int round = 0; round < 2; round++) {
            List<CompletableFuture<Void>> futures = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                futures.add(mutator.mutate(row(1_000 * round + i, 15_000)));
            }
            acknowledge(mutator, futures);
        }
        assertThat(HBASE.rows(table)).hasSize(800);
        mutator.close();
    }

    @Test
    void mutate_oneMutationLargerThanTheServerTakes_failsWithTheLimit_S6() throws Exception {
        TableName table = HBASE.table(List.of());
        AsyncBufferedMutator mutator = mutator(table);
        CompletableFuture<Void> before = mutator.mutate(row(1, 10));
        CompletableFuture<Void> tooLarge = mutator.mutate(row(2, 2 * MAX_REQUEST));
        CompletableFuture<Void> after = mutator.mutate(row(3, 10));
        mutator.flush();
        assertThat(before).succeedsWithin(Session.LIMIT);
        assertThat(after).succeedsWithin(Session.LIMIT);
        assertThat(failure(tooLarge))
                .isInstanceOf(RequestTooBigException.class)
                .hasMessageContaining("Put row 'row00002'")
                .hasMessageContaining("allows only " + MAX_REQUEST)
                .hasMessageContaining("hbase.ipc.max.request.size");
        Session.assertNothingHeld(mutator);
        mutator.close();
        assertThat(HBASE.rows(table)).containsExactly("row00001", "row00003");
    }

    @Test
    void mutate_moreRowsThanTheServerTakes_areCutAndWritten_S12() throws Exception {
        TableName table = HBASE.table(List.of());
        AsyncBufferedMutator mutator = mutator(table);
        for (int round = 0; round < 2; round++) {
            List<CompletableFuture<Void>> futures = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                futures.add(mutator.mutate(row(10_000 * round + i, 10)));
            }
            acknowledge(mutator, futures);
        }
        assertThat(HBASE.rows(table)).hasSize(6_000);
        mutator.close();
    }

    @Test
    void mutate_atomicMutationOfMoreRowsThanTheServerTakes_failsWithTheLimit_S12() throws Exception {
        TableName table = HBASE.table(List.of());
        AsyncBufferedMutator mutator = mutator(table);
        RowMutations rows = new RowMutations(bytes("r"));
        for (int i = 0; i <= MAX_ROWS; i++) {
            rows.add(new Put(bytes("r")).addColumn(bytes("f"), bytes("q" + i), bytes("v")));
        }
        CompletableFuture<Void> tooMany = mutator.mutate(rows);
        CompletableFuture<Void> beside = mutator.mutate(row(1, 10));
        mutator.flush();
        assertThat(beside).succeedsWithin(Session.LIMIT);
        assertThat(failure(tooMany))
                .isInstanceOf(DoNotRetryIOException.class)
                .hasMessageContaining("has 501 mutations")
                .hasMessageContaining("accepts at most 500 in one request")
                .hasMessageContaining("hbase.rpc.rows.warning.threshold");
        mutator.close();
        assertThat(HBASE.rows(table)).containsExactly("row00001");
    }
}
