package io.sluice.connectors.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Bytes;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RowCount;
import io.sluice.embedded.ScanOptions;
import io.sluice.embedded.ScannedCell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs of Spark's write into a real HBase of two region servers, while tasks fail, executors are killed and region servers
 * die. HBase's own client reads what is there in the end.
 */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
class SluiceSinkIT {
    private static final boolean LONG_FORM = Boolean.getBoolean("sluice.thorough");
    private static final List<byte[]> SPLITS = List.of("3".getBytes(UTF_8), "6".getBytes(UTF_8));
    private static final ScanOptions ALL_VERSIONS =
            new ScanOptions(false, Integer.MAX_VALUE, 0, Long.MAX_VALUE, List.of());

    /** On a machine that is busy with other things, too. */
    private static final Duration LONG = Duration.ofMinutes(15);

    private static EmbeddedHBase hbase;
    private static SparkSession spark;

    @TempDir
    private Path faults;

    @BeforeAll
    static void start() throws IOException {
        hbase = EmbeddedHBase.start(
                EmbeddedOptions.defaults().withRegionServers(2).withFastStart().withStartTimeout(LONG));
        spark = SparkSession.builder()
                .master("local[2,10]")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "localhost")
                .config("spark.ui.enabled", false)
                .config("spark.sql.warehouse.dir", "target/warehouse")
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
        hbase.close();
    }

    @Test
    @Tag("long-form")
    void job_executorsKilled_andServersDie_losesNothing_andHasOneVersionOfEachCell() throws Exception {
        NumberedJob job = job("killed", LONG_FORM ? 600_000 : 12_000, LONG_FORM ? 60 : 6, "record");
        int tasksThatFail = LONG_FORM ? 25 : 1;
        int serversToDie = LONG_FORM ? 3 : 1;
        Path folder = Path.of("target", "spark", job.table()).toAbsolutePath();
        try (DriverProcess driver =
                DriverProcess.start(folder, job, FaultySource.Fault.HALT, tasksThatFail, hbase.settings())) {
            for (int i = 1; i <= serversToDie; i++) {
                long failures = i * 2L * tasksThatFail / (serversToDie + 1);
                await().atMost(LONG).pollInterval(Duration.ofSeconds(1)).until(() -> {
                    assertThat(driver.isRunning()).as("see " + folder).isTrue();
                    return driver.failures() >= failures;
                });
                hbase.killRegionServer(hbase.client().servers().get(0));
                String unused = hbase.startRegionServer(0);
            }
            driver.await(LONG.toMinutes());
            assertThat(driver.failures()).isEqualTo(2L * tasksThatFail);
        }
        assertStored(job);
    }

    @Test
    void job_tasksFail_losesNothing_andHasOneVersionOfEachCell() throws Exception {
        NumberedJob job = job("failed", 12_000, 6, "record");
        FaultySource.arm(FaultySource.Fault.EXCEPTION, 4, faults);
        job.run(spark, hbase.settings());
        assertStored(job);
    }

    @Test
    void job_withTheTimeOfWriting_losesNothing_butRepeatsVersions() throws Exception {
        NumberedJob job = job("repeats", 12_000, 6, "write");
        FaultySource.arm(FaultySource.Fault.EXCEPTION, 4, faults);
        job.run(spark, hbase.settings());
        assertThat(hbase.client().countRows(job.table())).isEqualTo(job.stored());
        assertThat(hbase.client().countRows(job.table(), ALL_VERSIONS).cells()).isGreaterThan(2 * job.rows());
    }

    /** The negative control: if the sink did not flush, these tests would notice. */
    @Test
    void job_whoseSinkDoesNotFlush_losesRows() throws Exception {
        NumberedJob job = job("control", 12_000, 6, "record");
        FaultySource.arm(FaultySource.Fault.NO_FLUSH, 6, faults);
        job.run(spark, hbase.settings());
        assertThat(hbase.client().countRows(job.table()).rows()).isLessThan(job.rows());
    }

    @Test
    void dataFrame_ofAllTypes_isStoredAsTheMappingSays() throws Exception {
        hbase.client().createTable("types", List.of(FamilyOptions.of("d")), List.of());
        spark.sql("""
                        SELECT 'a' AS id, true AS yes, 1Y AS tiny, 2S AS small, 3 AS medium, 4L AS big, 0.5F AS half,
                               0.25D AS quarter, 123.40BD AS money, DATE'2024-02-29' AS day,
                               TIMESTAMP'2024-02-29 12:00:00.5Z' AS moment, TIMESTAMP_NTZ'2024-02-29 12:00:00' AS local,
                               X'00FF' AS raw, CAST(NULL AS INT) AS none, named_struct('city', 'Ulm') AS place""")
                .write()
                .format("sluice")
                .mode("append")
                .option("table", "types")
                .option("row.key", "{id}-{big|pad:3}")
                .option("map", "big=d::long,moment=d::timestamp,half=d::float,yes=d::boolean,*=d")
                .option("timestamp", "{moment}")
                .options(hbase.settings())
                .save();
        Map<String, String> cells = new TreeMap<>();
        for (ScannedCell cell : hbase.client().get("types", "a-004".getBytes(UTF_8))) {
            assertThat(cell.timestamp()).isEqualTo(1_709_208_000_500L);
            cells.put(new String(cell.qualifier(), UTF_8), Bytes.toStringBinary(cell.value()));
        }
        assertThat(cells)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("id", "a"),
                        Map.entry("yes", Bytes.toStringBinary(Bytes.toBytes(true))),
                        Map.entry("tiny", "1"),
                        Map.entry("small", "2"),
                        Map.entry("medium", "3"),
                        Map.entry("big", Bytes.toStringBinary(Bytes.toBytes(4L))),
                        Map.entry("half", Bytes.toStringBinary(Bytes.toBytes(0.5f))),
                        Map.entry("quarter", "0.25"),
                        Map.entry("money", "123.40"),
                        Map.entry("day", "2024-02-29"),
                        Map.entry("moment", Bytes.toStringBinary(Bytes.toBytes(1_709_208_000_500L))),
                        Map.entry("local", "2024-02-29T12:00"),
                        Map.entry("raw", "\\x00\\xFF"),
                        Map.entry("place.city", "Ulm")));
    }

    private static NumberedJob job(String table, long rows, int tasks, String timestamp) throws IOException {
        hbase.client().createTable(table, List.of(new FamilyOptions(NumberedJob.FAMILY, 100)), SPLITS);
        return new NumberedJob(table, rows, tasks, timestamp);
    }

    /** Each row is there, nothing else, and each cell has one version: that of the job. */
    private static void assertStored(NumberedJob job) throws IOException {
        RowCount all = hbase.client().countRows(job.table(), ALL_VERSIONS);
        assertThat(all).isEqualTo(job.stored());
        assertThat(hbase.client().countRows(job.table(), NumberedJob.JOB_MILLIS))
                .isEqualTo(all);
    }
}
