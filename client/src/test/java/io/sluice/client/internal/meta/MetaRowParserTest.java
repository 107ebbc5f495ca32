package io.sluice.client.internal.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.TableName;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.internal.locate.RegionLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.MetaTableAccessor;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MetaRowParserTest {
    private static final ServerName SERVER = ServerName.valueOf("rs1.example.org", 16020, 1_700_000_000_123L);
    private static final TableName TABLE = TableName.valueOf("ns:t");

    private static RegionInfoBuilder region(String start, String end) {
        return RegionInfoBuilder.newBuilder(org.apache.hadoop.hbase.TableName.valueOf("ns:t"))
                .setStartKey(Bytes.toBytes(start))
                .setEndKey(Bytes.toBytes(end))
                .setRegionId(1_700_000_000_000L);
    }

    private static List<MetaRow> parse(List<Cell> cells) throws MalformedMessageException {
        return MetaRowParser.parse(TABLE, FakeMeta.encode(cells), cells.size());
    }

    @Test
    void parse_openRegions_givesTheirLocations() throws IOException {
        RegionInfo first = region("", "m").build();
        RegionInfo last = region("m", "").build();
        List<Cell> cells = new ArrayList<>(FakeMeta.cells(first, SERVER, 42));
        cells.addAll(FakeMeta.cells(last, SERVER, 43));

        List<MetaRow> rows = parse(cells);

        assertThat(rows).hasSize(2);
        RegionLocation location = Objects.requireNonNull(rows.get(0).location());
        assertThat(location.table()).isEqualTo(TABLE);
        assertThat(location.regionName()).isEqualTo(first.getRegionName());
        assertThat(location.startKey()).isEmpty();
        assertThat(location.endKey()).isEqualTo(Bytes.toBytes("m"));
        assertThat(location.server())
                .isEqualTo(io.sluice.ServerName.valueOf("rs1.example.org", 16020, 1_700_000_000_123L));
        assertThat(location.seqNum()).isEqualTo(42);
        assertThat(rows.get(1).row()).isEqualTo(last.getRegionName());
    }

    @Test
    @SuppressWarnings("deprecation") // Only HBase itself sets regions offline, but clients read it.
    void parse_regionsThatCannotBeWritten_haveNoLocation() throws IOException {
        List<Cell> noInfo = FakeMeta.cells(region("d", "e").build(), SERVER, 1);
        noInfo.remove(0);
        List<Cell> emptyServer = FakeMeta.cells(region("e", "f").build(), null, 1);
        emptyServer.add(FakeMeta.cell(region("e", "f").build().getRegionName(), "server", new byte[0]));
        RegionInfo foreign = RegionInfoBuilder.newBuilder(org.apache.hadoop.hbase.TableName.valueOf("other"))
                .build();
        for (List<Cell> cells : List.of(
                FakeMeta.cells(region("a", "b").setSplit(true).build(), SERVER, 1),
                FakeMeta.cells(region("b", "c").setOffline(true).build(), SERVER, 1),
                FakeMeta.cells(region("c", "d").setReplicaId(1).build(), SERVER, 1),
                FakeMeta.cells(region("c", "d").build(), null, 1),
                noInfo,
                emptyServer,
                FakeMeta.cells(foreign, SERVER, 1))) {
            assertThat(parse(cells))
                    .singleElement()
                    .satisfies(row -> assertThat(row.location()).isNull());
        }
    }

    @Test
    void parse_replicaColumns_arePassedOver() throws IOException {
        RegionInfo region = region("a", "b").build();
        List<Cell> cells = new ArrayList<>(FakeMeta.cells(region, SERVER, 42));
        cells.add(3, FakeMeta.cell(region.getRegionName(), "server_0001", Bytes.toBytes("rs2:1")));
        cells.add(FakeMeta.cell(region.getRegionName(), "serverstartcode_0001", Bytes.toBytes(5L)));
        cells.add(FakeMeta.cell(region.getRegionName(), "sn", Bytes.toBytes("rs3,1,1")));

        assertThat(parse(cells))
                .singleElement()
                .satisfies(row -> assertThat(row.location())
                        .extracting(location -> location.server().getHostname())
                        .isEqualTo("rs1.example.org"));
    }

    @Test
    void parse_nothing_isNoRow() throws IOException {
        assertThat(parse(List.of())).isEmpty();
    }

    @Test
    void parse_malformed_isSaid() {
        RegionInfo region = region("a", "b").build();
        byte[] row = region.getRegionName();
        for (Cell bad : List.of(
                FakeMeta.cell(row, "regioninfo", Bytes.toBytes("XXXX")),
                FakeMeta.cell(row, "regioninfo", Bytes.toBytes("PBUF\u0012P")),
                FakeMeta.cell(row, "regioninfo", Bytes.toBytes("PBUF")),
                FakeMeta.cell(row, "server", Bytes.toBytes("noport")),
                FakeMeta.cell(row, "server", Bytes.toBytes("h:99999")),
                FakeMeta.cell(row, "serverstartcode", Bytes.toBytes(1)))) {
            List<Cell> cells = new ArrayList<>(FakeMeta.cells(region, SERVER, 1));
            cells.add(bad);

            assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> parse(cells));
        }
        byte[] block = FakeMeta.encode(FakeMeta.cells(region, SERVER, 1));
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> MetaRowParser.parse(TABLE, Arrays.copyOf(block, block.length - 1), 5));
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> MetaRowParser.parse(TABLE, block, 4))
                .withMessageContaining("5 cells where 4 are announced");
    }

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void parse_randomRegions_asHBaseReadsThem(long seed) throws IOException {
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
        MetaRow ours = parse(cells).get(0);

        HRegionLocation expected = theirs.getDefaultRegionLocation();
        RegionLocation location = Objects.requireNonNull(ours.location());
        assertThat(location.regionName()).isEqualTo(expected.getRegion().getRegionName());
        assertThat(location.startKey()).isEqualTo(expected.getRegion().getStartKey());
        assertThat(location.endKey()).isEqualTo(expected.getRegion().getEndKey());
        assertThat(location.server().toString())
                .isEqualTo(expected.getServerName().toString());
        assertThat(location.seqNum()).isEqualTo(expected.getSeqNum());
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void parse_randomDamage_isMalformedOrRows(long seed) {
        Random random = new Random(seed);
        List<Cell> cells = FakeMeta.cells(region("a", "b").build(), SERVER, 1);
        for (int i = 0; i < 200; i++) {
            byte[] block = FakeMeta.encode(cells);
            block[random.nextInt(block.length)] = (byte) random.nextInt();
            try {
                assertThat(MetaRowParser.parse(TABLE, block, cells.size())).isNotEmpty();
            } catch (MalformedMessageException e) {
                assertThat(e).hasMessageStartingWith("Malformed");
            }
        }
    }
}
