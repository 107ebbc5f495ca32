package io.sluice.connectors.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.execution.JobClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Numbered rows through Flink into a real HBase of two region servers, while tasks fail, a region server dies, and the
 * job is rescaled. HBase's own client reads what is there in the end.
 */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
@ExtendWith(TestHBase.class)
class SluiceSinkIT {
    private static final boolean LONG_FORM = Boolean.getBoolean("sluice.thorough");
    private static final List<byte[]> SPLITS = List.of("3".getBytes(UTF_8), "6".getBytes(UTF_8));

    private static EmbeddedHBase hbase;

    @TempDir
    Path folder;

    @BeforeAll
    static void start(EmbeddedHBase server) {
        hbase = server;
    }

    @AfterEach
    void bury() throws Exception {
        Faults.buryKilled();
    }

    @Test
    @Tag("long-form")
    void job_tasksFail_serverDies_andRescaled_losesNothing_andHasOneVersionOfEachCell() throws Exception {
        NumberedJob job = job("all", LONG_FORM ? 400_000 : 24_000, true, Faults.Flush.REAL);
        int failures = LONG_FORM ? 50 : 4;
        Faults.arm(failures);
        JobClient first = job.start(3, null);
        awaitSent(job.rows() / 6);
        String dead = hbase.client().servers().get(0);
        hbase.killRegionServer(dead);
        awaitSent(job.rows() / 4);
        String savepoint = NumberedJob.stop(first, folder);
        String unused = hbase.startRegionServer(0);

        JobClient fewer = job.start(1, savepoint);
        awaitSent(job.rows() / 3);
        savepoint = NumberedJob.stop(fewer, folder);

        job.start(2, savepoint).getJobExecutionResult().get();
        assertThat(Faults.left()).isZero();
        assertThat(StoredRows.read(hbase, job)).isEqualTo(new StoredRows(0, 0, 0));
    }

    @Test
    void job_withoutEventTimestamps_losesNothing_butRepeatsVersions() throws Exception {
        NumberedJob job = job("repeats", 6_000, false, Faults.Flush.REAL);
        Faults.arm(3);
        job.start(2, null).getJobExecutionResult().get();
        StoredRows stored = StoredRows.read(hbase, job);
        assertThat(stored.lost()).isZero();
        assertThat(stored.foreign()).isZero();
        assertThat(stored.repeated()).isPositive();
    }

    /** The negative control: if the sink did not flush, these tests would notice. */
    @Test
    void job_whoseSinkDoesNotFlush_losesRows() throws Exception {
        NumberedJob job = job("control", 6_000, true, Faults.Flush.MISSING);
        Faults.arm(3);
        job.start(2, null).getJobExecutionResult().get();
        assertThat(StoredRows.read(hbase, job).lost()).isPositive();
    }

    private static NumberedJob job(String table, long rows, boolean eventTimestamps, Faults.Flush flush)
            throws IOException {
        hbase.client().createTable(table, List.of(new FamilyOptions("f", 100)), SPLITS);
        NumberedJob.SENT.set(0);
        Map<String, String> client = new HashMap<>(hbase.settings());
        // Nothing but a flush, or a full buffer, sends.
        client.put("hbase.client.write.buffer.periodicflush.timeout.ms", "0");
        return new NumberedJob(table, client, rows, eventTimestamps, flush);
    }

    private static void awaitSent(long number) {
        await().atMost(Duration.ofMinutes(5)).until(() -> NumberedJob.SENT.get() >= number);
    }
}
