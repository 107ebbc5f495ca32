package io.sluice.client.internal.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.TableName;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.internal.locate.RegionLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.MetaTableAccessor;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MetaScanTest {
    private static final ServerName SERVER = ServerName.valueOf("rs1.example.org", 16020, 1_700_000_000_123L);
    private static final TableName TABLE = TableName.valueOf("ns:t");

    private static RegionInfoBuilder region(String start, String end) {
        return RegionInfoBuilder.newBuilder(org.apache.hadoop.hbase.TableName.valueOf("ns:t"))
                .setStartKey(Bytes.toBytes(start))
                .setEndKey(Bytes.toBytes(end))
                .setRegionId(1_700_000_000_000L);
    }

    /** A scan whose only answer has these cells. */
    private static MetaScan scan(byte[] cells, int announced) throws IOException {
        ScanResponse answer = ScanResponse.newBuilder()
                .addCellsPerResult(announced)
                .addPartialFlagPerResult(false)
                .setScannerId(1)
                .setMoreResults(true)
                .setMoreResultsInRegion(false)
                .build();
        return done(new MetaScan(MetaMessages.Range.all(TABLE, 10))
                .run((method, param) ->
                        CompletableFuture.completedFuture(new RpcConnection.Answer(answer.toByteArray(), cells))));
    }

    private static MetaScan done(CompletableFuture<MetaScan> scan) throws IOException {
        assertThat(scan).isDone();
        try {
            return scan.join();
        } catch (CompletionException e) {
            throw (IOException) Objects.requireNonNull(e.getCause());
        }
    }

    private static MetaScan scan(List<Cell> cells) throws IOException {
        return scan(FakeMeta.encode(cells), cells.size());
    }

    private static RegionLocation only(MetaScan scan) {
        assertThat(scan.locations()).hasSize(1);
        return scan.locations().get(0);
    }

    @Test
    void scan_openRegions_givesTheirLocations() throws IOException {
        RegionInfo first = region("", "m").build();
        RegionInfo last = region("m", "").build();
        List<Cell> cells = new ArrayList<>(FakeMeta.cells(first, SERVER, 42));
        cells.addAll(FakeMeta.cells(last, SERVER, 43));

        List<RegionLocation> locations = scan(cells).locations();

        assertThat(locations).hasSize(2);
        RegionLocation location = locations.get(0);
        assertThat(location.table()).isEqualTo(TABLE);
        assertThat(location.regionName()).isEqualTo(first.getRegionName());
        assertThat(location.startKey()).isEmpty();
        assertThat(location.endKey()).isEqualTo(Bytes.toBytes("m"));
        assertThat(location.server())
                .isEqualTo(io.sluice.ServerName.valueOf("rs1.example.org", 16020, 1_700_000_000_123L));
        assertThat(location.seqNum()).isEqualTo(42);
        assertThat(locations.get(1).regionName()).isEqualTo(last.getRegionName());
    }

    @Test
    @SuppressWarnings("deprecation") // Only HBase itself sets regions offline, but clients read it.
    void scan_regionsThatCannotBeWritten_haveNoLocation() throws IOException {
        List<Cell> emptyServer = FakeMeta.cells(region("e", "f").build(), null, 1);
        emptyServer.add(FakeMeta.cell(region("e", "f").build().getRegionName(), "server", new byte[0]));
        RegionInfo foreign = RegionInfoBuilder.newBuilder(org.apache.hadoop.hbase.TableName.valueOf("other"))
                .build();
        for (List<Cell> cells : List.of(
                FakeMeta.cells(region("a", "b").setSplit(true).build(), SERVER, 1),
                FakeMeta.cells(region("b", "c").setOffline(true).build(), SERVER, 1),
                FakeMeta.cells(region("c", "d").setReplicaId(1).build(), SERVER, 1),
                FakeMeta.cells(region("c", "d").build(), null, 1),
                emptyServer,
                FakeMeta.cells(foreign, SERVER, 1))) {
            MetaScan scan = scan(cells);
            assertThat(scan.rows()).isEqualTo(1);
            assertThat(scan.locations()).isEmpty();
        }
    }

    @Test
    void scan_replicaColumns_arePassedOver() throws IOException {
        RegionInfo region = region("a", "b").build();
        List<Cell> cells = new ArrayList<>(FakeMeta.cells(region, SERVER, 42));
        cells.add(3, FakeMeta.cell(region.getRegionName(), "server_0001", Bytes.toBytes("rs2:1")));
        cells.add(FakeMeta.cell(region.getRegionName(), "serverstartcode_0001", Bytes.toBytes(5L)));
        cells.add(FakeMeta.cell(region.getRegionName(), "sn", Bytes.toBytes("rs3,1,1")));

        assertThat(only(scan(cells)).server().getHostname()).isEqualTo("rs1.example.org");
    }

    @Test
    void scan_nothing_isNoRow() throws IOException {
        MetaScan scan = scan(List.of());
        assertThat(scan.rows()).isZero();
        assertThat(scan.damages()).isEmpty();
    }

    @Test
    void scan_damagedRows_areNamedAndSkipped() throws IOException {
        List<Cell> cells = new ArrayList<>();
        for (String start : List.of("a", "b", "c", "d", "e")) {
            RegionInfo region = region(start, start + "z").build();
            cells.addAll(FakeMeta.cells(region, SERVER, 1).subList(start.equals("d") ? 0 : 1, 5));
        }

        MetaScan scan = scan(cells);

        assertThat(only(scan).startKey()).isEqualTo(Bytes.toBytes("d"));
        assertThat(scan.rows()).isEqualTo(5);
        assertThat(scan.damages())
                .contains("'ns:t,a,1700000000000", "'ns:t,b,", "'ns:t,c,", "regioninfo is empty")
                .doesNotContain("'ns:t,e,")
                .endsWith("and 1 more");
    }

    @Test
    void scan_malformedBlock_failsTheScan() {
        byte[] block = FakeMeta.encode(FakeMeta.cells(region("a", "b").build(), SERVER, 1));
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> scan(Arrays.copyOf(block, block.length - 1), 5));
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> scan(block, 4))
                .withMessageContaining("5 cells where 4 are announced");
    }

    /** Sends an answer to every call, and says that there is more; the error, and the calls until it came. */
    private static String endlessScan(List<Cell> cells, boolean isPartial, AtomicInteger calls) {
        ScanResponse.Builder answer =
                ScanResponse.newBuilder().setScannerId(1).setMoreResults(true).setMoreResultsInRegion(true);
        if (!cells.isEmpty()) {
            answer.addCellsPerResult(cells.size()).addPartialFlagPerResult(isPartial);
        }
        RpcConnection.Answer always = new RpcConnection.Answer(answer.build().toByteArray(), FakeMeta.encode(cells));
        CompletableFuture<MetaScan> scan = new MetaScan(MetaMessages.Range.all(TABLE, 10)).run((method, param) -> {
            calls.incrementAndGet();
            return CompletableFuture.supplyAsync(() -> always);
        });
        Throwable failure = catchThrowable(() -> scan.get(60, TimeUnit.SECONDS));
        assertThat(failure).hasCauseInstanceOf(MalformedMessageException.class);
        return Objects.requireNonNull(failure.getMessage());
    }

    @Test
    void scan_serverNeverCompletesARow_failsAndClosesTheScanner() {
        for (List<Cell> cells :
                List.of(List.<Cell>of(), FakeMeta.cells(region("a", "b").build(), SERVER, 1))) {
            AtomicInteger calls = new AtomicInteger();
            assertThat(endlessScan(cells, true, calls)).contains("the last 1000 answers completed no row");
            assertThat(calls).hasValue(1_001);
        }
    }

    @Test
    void scan_serverSendsTheSameRowsForEver_failsAndClosesTheScanner() {
        for (int regions : List.of(1, 2, 5, 9)) {
            List<Cell> cells = new ArrayList<>();
            for (int i = 0; i < regions; i++) {
                cells.addAll(FakeMeta.cells(region("k" + i, "k" + (i + 1)).build(), SERVER, 1));
            }
            AtomicInteger calls = new AtomicInteger();
            assertThat(endlessScan(cells, false, calls)).contains("the server sends row 'ns:t,k", "' again");
            assertThat(calls).hasValueLessThan(6);
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void scan_randomRegions_asHBaseReadsThem(long seed) throws IOException {
        Random random = new Random(seed);
        byte[] start = new byte[random.nextInt(20)];
        random.nextBytes(start);
        RegionInfo region = RegionInfoBuilder.newBuilder(org.apache.hadoop.hbase.TableName.valueOf("ns:t"))
                .setStartKey(start)
                .setEndKey(Bytes.add(start, new byte[] {1}))
                .setRegionId(random.nextLong() >>> 20)
                .build();
        ServerName server = ServerName.valueOf(
                random.nextBoolean() ? "host" : "10.0.0.1", random.nextInt(65_536), random.nextLong() >>> 1);
        List<Cell> cells = FakeMeta.cells(region, server, random.nextLong());

        RegionLocations theirs = MetaTableAccessor.getRegionLocations(Result.create(cells));
        RegionLocation location = only(scan(cells));

        HRegionLocation expected = theirs.getDefaultRegionLocation();
        assertThat(location.regionName()).isEqualTo(expected.getRegion().getRegionName());
        assertThat(location.startKey()).isEqualTo(expected.getRegion().getStartKey());
        assertThat(location.endKey()).isEqualTo(expected.getRegion().getEndKey());
        assertThat(location.server().toString())
                .isEqualTo(expected.getServerName().toString());
        assertThat(location.seqNum()).isEqualTo(expected.getSeqNum());
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void scan_randomDamage_isMalformedOrNamedOrRead(long seed) throws IOException {
        Random random = new Random(seed);
        List<Cell> cells = FakeMeta.cells(region("a", "b").build(), SERVER, 1);
        for (int i = 0; i < 200; i++) {
            byte[] block = FakeMeta.encode(cells);
            block[random.nextInt(block.length)] = (byte) random.nextInt();
            try {
                MetaScan scan = scan(block, cells.size());
                assertThat(scan.rows()).isPositive();
            } catch (MalformedMessageException e) {
                assertThat(e).hasMessageStartingWith("Malformed");
            }
        }
    }
}
