package io.sluice.internal.batch;

import static io.sluice.internal.locate.Regions.TABLE;
import static io.sluice.internal.locate.Regions.bytes;
import static io.sluice.internal.locate.Regions.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.DoNotRetryIOException;
import io.sluice.Put;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.batch.Batches.Filled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerLimitsTest {
    private static final int MAX_BYTES = 2_000;
    private static final int MAX_ROWS = 7;

    private final DispatcherFixture fixture = new DispatcherFixture();

    @BeforeEach
    void knowTheRegions() {
        assertThat(fixture.locator.preload(TABLE)).isCompleted();
    }

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    private static RequestTooBigException tooBig(long bytes) {
        return RequestTooBigException.parse("RPC data length of " + bytes
                + " received from 10.0.0.1 is greater than max"
                + " allowed " + MAX_BYTES + ". Set \"hbase.ipc.max.request.size\" on server to override this limit (not"
                + " recommended)");
    }

    private static RemoteException tooManyRows(int rows) {
        return new RemoteException(
                "java.io.IOException",
                "Rejecting large batch operation for current batch with firstRegionName: t,,1. , Requested Number of Rows: "
                        + rows + " , Size Threshold: " + MAX_ROWS,
                false);
    }

    private static ServerBatchResult byBytes(ServerBatch request) {
        // A message has some bytes beside the cells.
        long bytes = request.bytes() + 20L * request.mutationCount();
        return bytes > MAX_BYTES ? ServerBatchResult.failed(tooBig(bytes), false) : ServerBatchResult.acknowledged();
    }

    private static ServerBatchResult byRows(ServerBatch request) {
        return request.rowCount() > MAX_ROWS
                ? ServerBatchResult.failed(tooManyRows(request.rowCount()), false)
                : ServerBatchResult.acknowledged();
    }

    private static List<Row> rows(int count, int valueBytes) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Put(bytes("a" + i)).addColumn(bytes("f"), bytes("q"), new byte[valueBytes]));
        }
        return rows;
    }

    private Filled dispatch(List<? extends Row> rows) {
        Filled filled = Batches.fill(fixture.allocator, rows);
        fixture.dispatcher().dispatch(filled.batch());
        fixture.time.run();
        return filled;
    }

    private static Throwable errorOf(Filled filled, int entry) {
        assertThat(filled.future(entry)).isCompletedExceptionally();
        return Objects.requireNonNull(
                filled.future(entry).handle((done, error) -> error).join());
    }

    @Test
    void bytes_batchTooLarge_isCutAtOnceAndTheLimitIsKept_S6() {
        fixture.sender.script(ServerLimitsTest::byBytes);
        Filled first = dispatch(rows(90, 100));
        assertThat(first.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(refusals()).isOne();
        int sent = fixture.sender.sent().size();

        Filled second = dispatch(rows(90, 100));
        assertThat(second.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(refusals()).isOne();
        assertThat(fixture.sender.sent().size() - sent).isEqualTo(sent - 1);
        assertThat(fixture.limits.maxBytes(server(1), Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(fixture.limits.maxMutations(server(1), Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    }

    private long refusals() {
        return fixture.sender.sent().stream()
                .filter(sent -> sent.request().bytes() + 20L * sent.request().mutationCount() > MAX_BYTES)
                .count();
    }

    @Test
    void bytes_serverTellsNoNumbers_isHalvedUntilItFits() {
        fixture.sender.script(request -> request.bytes() > MAX_BYTES
                ? ServerBatchResult.failed(new RequestTooBigException("too big"), false)
                : ServerBatchResult.acknowledged());
        Filled filled = dispatch(rows(90, 100));
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
    }

    @Test
    void bytes_oneMutationTooLarge_failsNamingTheLimit() {
        fixture.sender.script(ServerLimitsTest::byBytes);
        List<Row> rows = rows(3, 100);
        rows.add(new Put(bytes("huge")).addColumn(bytes("f"), bytes("q"), new byte[MAX_BYTES]));
        Filled filled = dispatch(rows);
        assertThat(filled.futures().subList(0, 3)).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(errorOf(filled, 3))
                .isInstanceOf(RequestTooBigException.class)
                .hasMessageContaining("Put row 'huge' of 't' makes a request of")
                .hasMessageContaining("but rs0:16020 allows only 2000; raise hbase.ipc.max.request.size");
    }

    @Test
    void rows_batchOfTooMany_isCutAtOnceAndTheLimitIsKept_S12() {
        fixture.sender.script(ServerLimitsTest::byRows);
        Filled first = dispatch(rows(50, 1));
        assertThat(first.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        Filled second = dispatch(rows(50, 1));
        assertThat(second.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(fixture.sender.sent().stream()
                        .filter(sent -> sent.request().rowCount() > MAX_ROWS)
                        .count())
                .isOne();
    }

    @Test
    void rows_oneAtomicMutationOfTooMany_failsNamingTheLimit() throws IOException {
        fixture.sender.script(ServerLimitsTest::byRows);
        RowMutations row = new RowMutations(bytes("a"));
        for (int i = 0; i < MAX_ROWS + 1; i++) {
            row.add(new Put(bytes("a")).addColumn(bytes("f"), bytes("q" + i), bytes("v")));
        }
        Filled filled = dispatch(List.of(row, Batches.put("b")));
        assertThat(filled.future(1)).isCompleted();
        assertThat(errorOf(filled, 0))
                .isInstanceOf(DoNotRetryIOException.class)
                .hasMessageContaining("has 8 mutations, but rs0:16020 accepts at most 7 in one request")
                .hasMessageContaining("hbase.rpc.rows.warning.threshold");
    }
}
