package io.sluice.connectors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testserver.TestCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark, in this JVM, writes to servers in this JVM. */
@SuppressWarnings("NullAway.Init") // BeforeAll and BeforeEach set the fields before a test sees them.
class LocalSparkTest {
    private static SparkSession spark;

    @TempDir
    private Path faults;

    private TestCluster cluster;
    private Map<String, String> client;

    @BeforeAll
    static void start() {
        spark = SparkSession.builder()
                .master("local[2,10]")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "localhost")
                .config("spark.ui.enabled", false)
                .config("spark.sql.warehouse.dir", "target/warehouse")
                .config("spark.datasource.sluice.job.timestamp", 42)
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    @BeforeEach
    void create() {
        cluster = TestCluster.start(2);
        cluster.createTable("t", "5");
        client = Map.of("hbase.client.bootstrap.servers", cluster.bootstrapServers());
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void write_byTheNameOfTheSource_storesEachRow_withTheOptionsOfTheSession() {
        spark.range(0, 500, 1, 3)
                .write()
                .format("sluice")
                .mode("append")
                .option("table", "t")
                .option("row.key", "{id|pad:3|reverse}")
                .option("map", "*=f")
                .options(client)
                .save();
        assertThat(cluster.rows("t")).hasSize(500);
        assertThat(cluster.value("t", "321", "f", "id")).asString().isEqualTo("123");
        assertThat(cluster.applied("t", "321").get(0).timestamp()).isEqualTo(42);
    }

    @Test
    void tasksFail_beforeAndAfterTheirFlush_allRowsAreStored_withTheTimeOfTheJob() {
        NumberedJob job = new NumberedJob("t", 600, 6, "record");
        FaultySource.arm(FaultySource.Fault.EXCEPTION, 4, faults);
        job.run(spark, client);
        List<String> rows = cluster.rows("t");
        assertThat(rows).hasSize(600).doesNotHaveDuplicates();
        assertThat(rows)
                .allSatisfy(row -> assertThat(cluster.applied("t", row))
                        .allSatisfy(cell -> assertThat(cell.timestamp()).isEqualTo(NumberedJob.JOB_MILLIS)));
    }

    /** The negative control: if the sink did not flush, the test above would notice. */
    @Test
    void tasksThatDoNotFlush_loseRows() {
        NumberedJob job = new NumberedJob("t", 600, 6, "record");
        FaultySource.arm(FaultySource.Fault.NO_FLUSH, 6, faults);
        job.run(spark, client);
        assertThat(cluster.rows("t")).hasSizeLessThan(600);
    }

    @Test
    void jobThatCannotSucceed_fails_andSaysWhy() {
        FaultySource.arm(FaultySource.Fault.NONE, 0, faults);
        NumberedJob missing = new NumberedJob("missing", 10, 1, "record");
        assertThatThrownBy(() -> missing.run(spark, client))
                .hasStackTraceContaining("a write to table missing failed")
                .hasStackTraceContaining("TableNotFoundException");
        assertThatThrownBy(() -> spark.range(1)
                        .write()
                        .format("sluice")
                        .mode("append")
                        .option("table", "t")
                        .option("row.key", "{key}")
                        .save())
                .hasStackTraceContaining("The input has no column key");
        assertThatThrownBy(() -> spark.read().format("sluice").load()).hasStackTraceContaining("only writes");
    }
}
