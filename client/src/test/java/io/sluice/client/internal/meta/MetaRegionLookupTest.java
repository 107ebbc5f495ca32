package io.sluice.client.internal.meta;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.CallQueueTooBigException;
import io.sluice.DoNotRetryIOException;
import io.sluice.NotServingRegionException;
import io.sluice.RegistryUnavailableException;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.TableName;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.registry.FakeConnection;
import io.sluice.client.internal.registry.ManualTime;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionUnknownException;
import io.sluice.internal.pool.PoolParts;
import io.sluice.internal.pool.PoolSettings;
import io.sluice.internal.pool.ServerPools;
import io.sluice.internal.retry.RetryPolicy;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class MetaRegionLookupTest {
    private static final TableName TABLE = TableName.valueOf("t");
    private static final ServerName SERVER = ServerName.valueOf("rs1", 16020, 7);
    private static final io.sluice.ServerName META_SERVER = FakeRegistry.META_SERVER;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final String HBASE = "org.apache.hadoop.hbase.";

    private final ManualTime time = new ManualTime();
    private final FakeMeta meta = new FakeMeta();
    private final FakeRegistry registry = new FakeRegistry();
    private final FakePool pool = new FakePool();
    private final RetryPolicy retry = new RetryPolicy(Integer.MAX_VALUE, PAUSE, 2 * PAUSE, () -> 0.5);
    private final MetaRegionLookup lookup =
            new MetaRegionLookup(registry, pool.pools, time, time, new MetaSettings(3, 2, 10 * SECOND, SECOND, retry));

    /** A pool of connections that {@link #meta} answers. */
    private final class FakePool {
        final Deque<Throwable> failures = new ArrayDeque<>();
        final List<io.sluice.ServerName> opened = new ArrayList<>();
        final ServerPools<RpcConnection> pools = new ServerPools<>(
                server -> loop -> open(server),
                new PoolSettings(
                        PoolSettings.Size.DEFAULTS,
                        PoolSettings.Waiting.DEFAULTS,
                        new PoolSettings.Connecting(1, 0),
                        PoolSettings.Care.DEFAULTS),
                new PoolParts(new ManualTime(), time, 1, 1));

        private CompletableFuture<RpcConnection> open(io.sluice.ServerName server) {
            opened.add(server);
            Throwable failure = failures.poll();
            return failure == null
                    ? CompletableFuture.completedFuture(new FakeConnection(meta::answer))
                    : CompletableFuture.failedFuture(failure);
        }

        /** How often a connection to each server was leased. */
        Map<io.sluice.ServerName, Long> acquired() {
            return pools.numbers().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            each -> each.getValue().acquires().count()));
        }

        long leases() {
            return pools.numbers().values().stream()
                    .mapToLong(numbers -> numbers.now().leases())
                    .sum();
        }
    }

    @AfterEach
    void leasesAndScanners_allGivenBack() {
        assertThat(pool.leases()).isZero();
        assertThat(meta.hasOpenScanner()).isFalse();
    }

    private static RegionInfoBuilder region(String table, String start, String end) {
        return RegionInfoBuilder.newBuilder(org.apache.hadoop.hbase.TableName.valueOf(table))
                .setStartKey(Bytes.toBytes(start))
                .setEndKey(Bytes.toBytes(end))
                .setRegionId(1_700_000_000_000L);
    }

    private void createTable(String table, String... splits) {
        String start = "";
        for (String split : splits) {
            meta.put(region(table, start, split).build(), SERVER);
            start = split;
        }
        meta.put(region(table, start, "").build(), SERVER);
        meta.putState(table, new byte[] {8, 0});
    }

    private static List<String> startKeys(List<RegionLocation> locations) {
        return locations.stream()
                .map(location -> io.sluice.Bytes.toStringBinary(location.startKey()))
                .toList();
    }

    private CompletableFuture<List<RegionLocation>> find(String row) {
        return find(row, "");
    }

    private CompletableFuture<List<RegionLocation>> find(String row, String from) {
        return lookup.lookup(TABLE, Bytes.toBytes(row), Bytes.toBytes(from));
    }

    private static Throwable errorOf(CompletableFuture<?> future) {
        assertThat(future).isDone();
        try {
            Object value = future.get();
            throw new AssertionError("no error but " + value);
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void lookup_row_asksOnceForItsRegionAndSomeBeforeIt() throws Exception {
        createTable("s");
        createTable("t", "b", "d", "f", "h");
        createTable("t2");

        List<RegionLocation> found = find("e").get();

        assertThat(startKeys(found)).containsExactly("", "b", "d");
        assertThat(meta.scans).singleElement().satisfies(scan -> {
            assertThat(scan.getScan().getReversed()).isTrue();
            assertThat(scan.getScan().getReadType()).isEqualTo(ClientProtos.Scan.ReadType.PREAD);
            assertThat(scan.getScan().getColumn(0).getFamily().toStringUtf8()).isEqualTo("info");
            assertThat(scan.getScan().getStartRow().toStringUtf8()).isEqualTo("t,e,99999999999999");
            assertThat(scan.getScan().getStopRow().toStringUtf8()).isEqualTo("t,,");
            assertThat(scan.getScan().getIncludeStopRow()).isTrue();
            assertThat(scan.getNumberOfRows()).isEqualTo(3);
            assertThat(scan.getLimitOfRows()).isEqualTo(3);
            assertThat(scan.getCloseScanner()).isFalse();
            assertThat(scan.getClientHandlesPartials()).isTrue();
            assertThat(scan.getClientHandlesHeartbeats()).isTrue();
        });
        FakeConnection.Request request = meta.requests.get(0);
        assertThat(request.timeoutNanos()).isEqualTo(SECOND);
        assertThat(pool.acquired()).isEqualTo(Map.of(META_SERVER, 1L));
    }

    @Test
    void lookup_regionsBeforeARowAreKnown_asksForTheOthersOnly() throws Exception {
        createTable("t", "b", "d", "f", "h");

        assertThat(startKeys(find("e", "d").get())).containsExactly("d");
        assertThat(startKeys(find("g", "d").get())).containsExactly("d", "f");

        assertThat(meta.scans)
                .hasSize(2)
                .allSatisfy(scan ->
                        assertThat(scan.getScan().getStopRow().toStringUtf8()).isEqualTo("t,d,"));
    }

    @Test
    void lookup_regionWasMergedWithAKnownOne_isFound() throws Exception {
        createTable("t", "d");

        assertThat(startKeys(find("c", "b").get())).containsExactly("");

        assertThat(meta.scans).hasSize(2);
    }

    /** [d,z) was split, then its first half was merged with [,d), before its own row was removed. */
    @Test
    void lookup_splitParentBehindAKnownRegionThatWasMerged_findsTheMergedOne() throws Exception {
        createTable("t", "m");
        meta.put(region("t", "d", "z").setSplit(true).setOffline(true).build(), null);

        assertThat(startKeys(find("e", "d").get())).containsExactly("");
    }

    @Test
    void lookup_commaInTheKeyBefore_isTheLowestStartKey() throws Exception {
        createTable("t", "b", "d,", "f");

        assertThat(startKeys(find("d,", "d,").get())).containsExactly("d,");
        assertThat(startKeys(find("f", "d,").get())).containsExactly("d,", "f");
    }

    @Test
    void lookup_noSuchTableAnyMore_isTableNotFound() {
        createTable("s");

        assertThat(errorOf(find("c", "b"))).isInstanceOf(TableNotFoundException.class);
        assertThat(meta.scans).hasSize(2);
    }

    @Test
    void lookup_anyRow_findsTheRegionThatHoldsIt() throws Exception {
        createTable("t", "b", "d,", "f");

        for (String row : List.of("", "a", "b", "b,", "d", "d,", "d,z", "e", "f", "zzz", "\u00ff")) {
            byte[] bytes = Bytes.toBytes(row);
            assertThat(find(row).get())
                    .as(row)
                    .filteredOn(region -> region.contains(bytes))
                    .hasSize(1);
        }
    }

    @Test
    void lookup_noSuchTable_isTableNotFound() {
        createTable("s");
        createTable("t2");

        assertThat(errorOf(find("a")))
                .isInstanceOf(TableNotFoundException.class)
                .hasMessageContaining("t");
        assertThat(errorOf(lookup.lookupAll(TABLE))).isInstanceOf(TableNotFoundException.class);
        assertThat(time.waiting()).isZero();
    }

    @Test
    void lookup_heartbeatsWithoutRows_asksUntilTheRowComes() throws Exception {
        createTable("t", "b", "d", "f", "h");
        meta.sendHeartbeats(2);

        assertThat(startKeys(find("e").getNow(List.of()))).containsExactly("", "b", "d");
        assertThat(meta.scans).hasSize(3);
        assertThat(meta.scans.get(1).getScannerId()).isEqualTo(FakeMeta.SCANNER);
        assertThat(meta.scans.get(2).getNextCallSeq()).isEqualTo(1);
        assertThat(meta.scans.get(2).getLimitOfRows()).isEqualTo(3);
        assertThat(time.waiting()).isZero();
    }

    @Test
    void lookup_heartbeatsAndNoSuchTable_isTableNotFoundAfterTheLastAnswer() {
        createTable("s");
        meta.sendHeartbeats(1);

        assertThat(errorOf(find("a"))).isInstanceOf(TableNotFoundException.class);
        assertThat(meta.scans).hasSize(2);
        meta.sendHeartbeats(1);
        assertThat(errorOf(lookup.lookupAll(TABLE))).isInstanceOf(TableNotFoundException.class);
    }

    @Test
    void lookup_rowInPartsOverTwoAnswers_isPutTogether() throws Exception {
        for (int cells = 1; cells <= 10; cells++) {
            createTable("t", "b", "d", "f", "h");
            meta.cutAfter(cells);
            assertThat(startKeys(find("e").getNow(List.of())))
                    .as("after " + cells)
                    .containsExactly("", "b", "d");
            meta.cutAfter(cells);
            assertThat(startKeys(lookup.lookupAll(TABLE).getNow(List.of())))
                    .as("after " + cells)
                    .containsExactly("", "b", "d", "f", "h");
        }
    }

    private void damage(RegionInfo region, String qualifier, byte[] value) {
        List<Cell> cells = new ArrayList<>(FakeMeta.cells(region, SERVER, 9));
        cells.replaceAll(cell -> Bytes.toString(CellUtil.cloneQualifier(cell)).equals(qualifier)
                ? FakeMeta.cell(region.getRegionName(), qualifier, value)
                : cell);
        meta.putCells(region, cells);
    }

    private static Stream<Arguments> damages() {
        return Stream.of(
                Arguments.of("regioninfo", new byte[0], "regioninfo is empty"),
                Arguments.of("regioninfo", Bytes.toBytes("XXXX"), "regioninfo does not begin with PBUF"),
                Arguments.of("regioninfo", Bytes.toBytes("PBUF\u0012P"), "80"),
                Arguments.of("server", Bytes.toBytes("noport"), "noport"),
                Arguments.of("serverstartcode", Bytes.toBytes(1), "4 bytes"));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void lookup_damagedRow_isSkippedAndItsNeighboursAreFound(String qualifier, byte[] value, String complaint)
            throws Exception {
        createTable("t", "b", "d", "f", "h");
        damage(region("t", "d", "f").build(), qualifier, value);

        assertThat(startKeys(find("c").getNow(List.of()))).containsExactly("", "b");
        assertThat(startKeys(find("g").getNow(List.of()))).containsExactly("b", "f");
        assertThat(startKeys(lookup.lookupAll(TABLE).getNow(List.of()))).containsExactly("", "b", "f", "h");
        RegionUnknownException unknown = unknown("e");
        assertThat(unknown).hasMessageContainingAll("row 'e' of t", "t,d,1700000000000", complaint);
        assertThat(startKeys(unknown.found())).containsExactly("", "b");
        assertThat(time.waiting()).isZero();
    }

    private RegionUnknownException unknown(String row) {
        return (RegionUnknownException) errorOf(find(row));
    }

    @Test
    void lookup_nothingButDamagedRows_isNoMissingTable() throws Exception {
        createTable("t");
        damage(region("t", "", "").build(), "regioninfo", new byte[0]);

        assertThat(unknown("x").found()).isEmpty();
        assertThat(lookup.lookupAll(TABLE).get()).isEmpty();
    }

    @Test
    void lookup_moreRowsWithoutServerThanAreFetched_readsOnToTheRegionBeforeThem() {
        createTable("t", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k");
        for (String start : List.of("c", "d", "e", "f", "g", "h", "i", "j")) {
            meta.put(region("t", start, start + "z").build(), null);
        }

        assertThat(startKeys(unknown("j").found())).containsExactly("", "b");
        assertThat(meta.scans.stream().map(ClientProtos.ScanRequest::getLimitOfRows))
                .containsExactly(3, 3, 6);
    }

    @Test
    void lookup_moreDamagedRowsThanAreFetched_findsTheRegionBehindThem() throws Exception {
        createTable("t", "b");
        for (int i = 1; i <= 7; i++) {
            damage(region("t", "b", "").setRegionId(1_800_000_000_000L + i).build(), "regioninfo", new byte[0]);
        }

        assertThat(startKeys(find("x").getNow(List.of()))).containsExactly("", "b");
    }

    @Test
    void lookup_requestTooLargeForTheServer_failsAtOnceWithLimitAndSetting() {
        createTable("t");
        meta.failures.add(RequestTooBigException.parse(
                "RPC data length of 70 received from h is greater than max allowed 50. Set x"));
        assertThat(errorOf(find("a")))
                .isInstanceOf(DoNotRetryIOException.class)
                .hasMessageContainingAll("lookup of row", "of 70 bytes", "allows only 50", "hbase.ipc.max.request.size")
                .hasCauseInstanceOf(RequestTooBigException.class);
        assertThat(meta.requests).hasSize(1);
        assertThat(time.waiting()).isZero();
    }

    @Test
    void trouble_isWhatTheLatestAttemptFailedWith() {
        createTable("t");
        assertThat(lookup.trouble()).isNull();
        IOException refused = new IOException("connection refused");
        pool.failures.add(refused);
        CompletableFuture<List<RegionLocation>> found = find("a");
        assertThat(lookup.trouble()).isSameAs(refused);
        time.advance(SECOND);
        assertThat(found).isCompleted();
        assertThat(lookup.trouble()).isNull();
    }

    @Test
    void lookup_splitParent_isPassedOver() throws Exception {
        createTable("t", "m");
        meta.put(
                region("t", "m", "")
                        .setRegionId(1_600_000_000_000L)
                        .setSplit(true)
                        .build(),
                SERVER);

        assertThat(startKeys(find("x").getNow(List.of()))).containsExactly("", "m");
    }

    @Test
    void lookup_daughtersNotOnline_failsAtOnceAndSaysWhatIsBefore() {
        createTable("t", "m");
        RegionInfo daughter =
                region("t", "m", "").setRegionId(1_800_000_000_000L).build();
        meta.put(region("t", "m", "").setSplit(true).build(), SERVER);
        meta.put(daughter, null);

        RegionUnknownException unknown = unknown("x");
        assertThat(unknown).hasMessageContainingAll("row 'x' of t is in transition", "t,m,1800000000000");
        assertThat(startKeys(unknown.found())).containsExactly("");
        assertThat(time.waiting()).isZero();
    }

    @Test
    void lookup_metaMoved_asksTheRegistryAgain() throws Exception {
        createTable("t");
        io.sluice.ServerName second = io.sluice.ServerName.valueOf("meta2", 16020, 6);
        meta.failures.add(new NotServingRegionException("hbase:meta,,1 is not online"));

        CompletableFuture<List<RegionLocation>> found = find("x");
        registry.answers.add(CompletableFuture.completedFuture(second));
        time.advance(SECOND);

        assertThat(found.get()).hasSize(1);
        assertThat(pool.opened).containsExactly(META_SERVER, second);
        assertThat(pool.acquired()).isEqualTo(Map.of(META_SERVER, 1L, second, 1L));
        assertThat(registry.asked).isEqualTo(2);
    }

    @Test
    void lookup_cannotConnect_asksTheRegistryAgain() throws Exception {
        createTable("t");
        pool.failures.add(new ConnectException("refused"));

        CompletableFuture<List<RegionLocation>> found = find("x");
        time.advance(SECOND);

        assertThat(found.get()).hasSize(1);
        assertThat(registry.asked).isEqualTo(2);
    }

    @Test
    void lookup_overloaded_waitsLongerAndKeepsTheLocation() throws Exception {
        createTable("t");
        meta.failures.add(new CallQueueTooBigException("full"));

        CompletableFuture<List<RegionLocation>> found = find("x");
        time.advance(SECOND);

        assertThat(found.get()).hasSize(1);
        assertThat(time.delays()).containsExactly(2 * PAUSE * 11 / 10);
        assertThat(registry.asked).isEqualTo(1);
    }

    @Test
    void lookup_refused_isNotTriedAgain() {
        createTable("t");
        meta.failures.add(new RemoteException("x.AccessDenied", "no", true));

        assertThat(errorOf(find("x"))).isInstanceOf(RemoteException.class);
        assertThat(meta.requests).hasSize(1);
    }

    @Test
    void lookup_registryDown_isTriedAgainUntilTheDeadline() {
        for (int i = 0; i < 1000; i++) {
            registry.answers.add(CompletableFuture.failedFuture(new RegistryUnavailableException("down " + i)));
        }

        CompletableFuture<List<RegionLocation>> found = find("x");
        time.advance(10 * SECOND);

        assertThat(errorOf(found)).isInstanceOf(RegistryUnavailableException.class);
        assertThat(registry.asked).isBetween(5, 20);
    }

    @Test
    void lookup_manyAtOnce_shareOneQuestionToTheRegistry() throws Exception {
        createTable("t");
        CompletableFuture<io.sluice.ServerName> location = new CompletableFuture<>();
        registry.answers.add(location);

        CompletableFuture<List<RegionLocation>> first = find("a");
        CompletableFuture<List<RegionLocation>> second = find("b");
        location.complete(META_SERVER);

        assertThat(first.get()).hasSize(1);
        assertThat(second.get()).hasSize(1);
        assertThat(registry.asked).isEqualTo(1);
    }

    @Test
    void lookup_meta_isRefused() {
        for (CompletableFuture<?> refused : List.of(
                lookup.lookup(TableName.META_TABLE_NAME, new byte[0], new byte[0]),
                lookup.lookupAll(TableName.META_TABLE_NAME),
                lookup.checkEnabled(TableName.META_TABLE_NAME))) {
            assertThat(errorOf(refused))
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("hbase:meta");
        }
        assertThat(registry.asked).isZero();
    }

    @Test
    void lookupAll_manyRegions_fetchesThemInParts() throws Exception {
        createTable("s");
        createTable("t", "b", "d", "f", "h");
        createTable("t0", "x");
        meta.put(
                region("t", "h", "")
                        .setRegionId(1_600_000_000_000L)
                        .setSplit(true)
                        .build(),
                SERVER);

        assertThat(startKeys(lookup.lookupAll(TABLE).getNow(List.of()))).containsExactly("", "b", "d", "f", "h");
        assertThat(meta.scans).hasSize(3);
        assertThat(meta.scans.get(0).getScan().getStartRow().toStringUtf8()).isEqualTo("t,,");
        assertThat(meta.scans.get(0).getScan().getStopRow().toStringUtf8()).isEqualTo("t ,,");
        assertThat(meta.scans.get(1).getScannerId()).isEqualTo(FakeMeta.SCANNER);
        assertThat(meta.scans.get(1).getNextCallSeq()).isZero();
        assertThat(meta.scans.get(2).getNextCallSeq()).isEqualTo(1);
    }

    @Test
    void lookupAll_heartbeat_goesOn() throws Exception {
        createTable("t", "b", "d", "f", "h");
        meta.sendHeartbeats(1);

        assertThat(lookup.lookupAll(TABLE).get()).hasSize(5);
        assertThat(meta.scans).hasSize(4);
    }

    @Test
    void lookupAll_scannerLost_opensItAgainBehindTheLastRow() throws Exception {
        createTable("t", "b", "d", "f", "h");
        meta.failures.add(new FakeMeta.FakeOk());
        meta.failures.add(new RemoteException(HBASE + "UnknownScannerException", "Name: 77", true));

        CompletableFuture<List<RegionLocation>> all = lookup.lookupAll(TABLE);
        time.advance(SECOND);

        assertThat(startKeys(all.getNow(List.of()))).containsExactly("", "b", "d", "f", "h");
        ClientProtos.Scan again = meta.scans.get(1).getScan();
        assertThat(again.getStartRow().toStringUtf8()).startsWith("t,b,1700000000000.");
        assertThat(again.getIncludeStartRow()).isFalse();
    }

    @Test
    void lookupAll_connectionLostInTheMiddleOfARow_readsThatRowAgain() throws Exception {
        createTable("t", "b", "d", "f", "h");
        meta.cutAfter(7);
        meta.failures.add(new FakeMeta.FakeOk());
        meta.failures.add(new ConnectException("lost"));

        CompletableFuture<List<RegionLocation>> all = lookup.lookupAll(TABLE);
        time.advance(SECOND);

        assertThat(startKeys(all.getNow(List.of()))).containsExactly("", "b", "d", "f", "h");
        assertThat(meta.scans)
                .filteredOn(ClientProtos.ScanRequest::hasScan)
                .element(1)
                .satisfies(scan ->
                        assertThat(scan.getScan().getStartRow().toStringUtf8()).startsWith("t,,1700000000000."));
    }

    @Test
    void lookupAll_scannerAlwaysLost_givesUpInTime() {
        createTable("t");
        for (int i = 0; i < 100; i++) {
            meta.failures.add(new RemoteException(HBASE + "exceptions.ScannerResetException", "", true));
        }

        CompletableFuture<List<RegionLocation>> all = lookup.lookupAll(TABLE);
        time.advance(10 * SECOND);

        assertThat(errorOf(all)).isInstanceOf(IOException.class).hasMessageContaining("ScannerResetException");
        assertThat(meta.requests).hasSizeBetween(5, 20);
    }

    @Test
    void lookupAll_closedMeanwhile_asksNoMore() {
        createTable("t", "b", "d", "f", "h");
        CompletableFuture<@Nullable Void> held = new CompletableFuture<>();
        meta.hold = held;
        CompletableFuture<List<RegionLocation>> all = lookup.lookupAll(TABLE);

        lookup.close();
        held.complete(null);

        assertThat(errorOf(all)).hasMessageContaining("closed");
        assertThat(meta.scans).allMatch(scan -> !scan.hasScannerId() || scan.getCloseScanner());
    }

    @Test
    void checkEnabled_byState_completesOrFails() throws Exception {
        createTable("t");
        assertThat(lookup.checkEnabled(TABLE).get()).isNull();
        meta.putState("t", new byte[] {8, 3});
        assertThat(lookup.checkEnabled(TABLE).get()).isNull();
        for (byte disabled : new byte[] {1, 2}) {
            meta.putState("t", new byte[] {8, disabled});
            assertThat(errorOf(lookup.checkEnabled(TABLE)))
                    .isInstanceOf(TableNotEnabledException.class)
                    .hasMessageContaining("t");
        }
        assertThat(errorOf(lookup.checkEnabled(TableName.valueOf("none")))).isInstanceOf(TableNotFoundException.class);
    }

    @Test
    void close_failsWhatWaitsAndWhatComes() {
        pool.failures.add(new ConnectException("refused"));
        CompletableFuture<List<RegionLocation>> waiting = find("a");
        assertThat(waiting).isNotDone();

        lookup.close();

        assertThat(errorOf(waiting)).hasMessageContaining("closed");
        assertThat(errorOf(find("b"))).hasMessageContaining("closed");
        assertThat(time.waiting()).isZero();
        assertThat(registry.asked).isEqualTo(1);
    }
}
