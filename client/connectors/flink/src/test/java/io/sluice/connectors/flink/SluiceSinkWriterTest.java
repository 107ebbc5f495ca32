package io.sluice.connectors.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.sluice.Put;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.ErrorPolicy;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.Refusal;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SluiceSinkWriterTest {
    private static final SinkWriter.Context AT_42 = new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
            return 0;
        }

        @Override
        public Long timestamp() {
            return 42L;
        }
    };

    private final TestCluster cluster = TestCluster.start(1);
    private final Mails mails = new Mails();
    private final SimpleCounter sent = new SimpleCounter();
    private final SimpleCounter errors = new SimpleCounter();
    private @Nullable SinkWriter<String> writer;

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void create() {
        cluster.createTable("t");
    }

    @AfterEach
    void close() throws Exception {
        if (writer != null) {
            writer.close();
        }
        cluster.close();
    }

    @Test
    void flush_afterWrites_returnsWhenAllAreStored_withTheirTimestamps() throws Exception {
        SinkWriter<String> open = open(builder());
        for (int i = 0; i < 100; i++) {
            open.write("r" + i, AT_42);
        }
        open.flush(false);
        assertThat(cluster.rows("t")).hasSize(100);
        assertThat(cluster.applied("t", "r7")).hasSize(1);
        assertThat(cluster.applied("t", "r7").get(0).timestamp()).isEqualTo(42);
        assertThat(sent.getCount()).isEqualTo(100);
        assertThat(errors.getCount()).isZero();
    }

    @Test
    void write_withoutRoom_runsOtherMails_untilThereIsRoom() throws Exception {
        SinkWriter<String> open = open(builder().set("sluice.client.buffer.budget", Long.toString(2 << 20)));
        cluster.server(0).script().always(Method.MULTI).play(Faults.hang());
        AtomicBoolean mailRan = new AtomicBoolean();
        // Runs in the first wait for room: no other mail comes while the server hangs.
        mails.add(() -> {
            mailRan.set(true);
            cluster.server(0).script().clear();
            cluster.server(0).disconnect();
        });
        for (int i = 0; i < 1000; i++) {
            open.write("r" + i + "=" + "x".repeat(10_000), AT_42);
        }
        assertThat(mailRan).isTrue();
        assertThat(mails.yields()).isPositive();
        open.flush(true);
        assertThat(cluster.rows("t")).hasSize(1000);
    }

    @Test
    void write_withoutRoom_endsWhenTheTaskIsCancelled() throws Exception {
        SinkWriter<String> open = open(builder().set("sluice.client.buffer.budget", Long.toString(2 << 20)));
        cluster.server(0).script().always(Method.MULTI).play(Faults.hang());
        Thread task = Thread.currentThread();
        mails.add(task::interrupt);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) {
                        open.write("r" + i + "=" + "x".repeat(10_000), AT_42);
                    }
                })
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void refusedByTheServer_policyFail_failsTheFlush_andAllLaterOnes() throws Exception {
        refuse("bad");
        SinkWriter<String> open = open(builder());
        open.write("bad", AT_42);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> open.flush(false)).hasStackTraceContaining("not this one");
        }
        assertThatThrownBy(() -> open.write("good", AT_42))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a write to table t failed");
    }

    @Test
    void refusedByTheServer_whileTheTaskIsIdle_sendsAMailThatFailsIt() throws Exception {
        refuse("bad");
        SinkWriter<String> open = open(builder().set("hbase.client.write.buffer.periodicflush.timeout.ms", "1"));
        open.write("bad", AT_42);
        assertThatThrownBy(mails::yield).hasStackTraceContaining("not this one");
    }

    @Test
    void refusedByTheServer_policySkip_continuesWithoutIt() throws Exception {
        refuse("bad");
        SinkWriter<String> open = open(builder().setErrorPolicy(ErrorPolicy.SKIP));
        for (String row : List.of("a", "bad", "broken", "b")) {
            open.write(row, AT_42);
        }
        open.flush(false);
        assertThat(cluster.rows("t")).containsExactly("a", "b");
        assertThat(errors.getCount()).isEqualTo(2);
    }

    @Test
    void refusedByTheServer_policyDeadLetter_keepsThemInAFile_beforeTheFlushReturns() throws Exception {
        refuse("bad");
        SinkWriter<String> open =
                open(builder().setDeadLetterFolder(folder.toUri().toString()));
        for (String row : List.of("a", "bad", "broken", "b")) {
            open.write(row, AT_42);
        }
        open.flush(false);
        assertThat(cluster.rows("t")).containsExactly("a", "b");
        List<String> letters = letters();
        assertThat(letters).hasSize(2);
        assertThat(letters)
                .anySatisfy(letter -> assertThat(letter).contains("\"row\":\"YmFk\"", "not this one"))
                .anySatisfy(letter -> assertThat(letter).contains("\"record\":\"broken\"", "it is broken"));
    }

    @Test
    void clusterAway_policySkip_stillFails_sinceAllWouldBeLost() throws Exception {
        SinkWriter<String> open = open(builder()
                .setErrorPolicy(ErrorPolicy.SKIP)
                .set("hbase.client.retries.number", "1")
                .set("hbase.client.pause", "1"));
        cluster.server(0).script().always(Method.MULTI).fail(RemoteError.queueTooBig());
        open.write("a", AT_42);
        assertThatThrownBy(() -> open.flush(false)).hasStackTraceContaining("a write to table t failed");
    }

    @Test
    void element_thatIsBroken_policyFail_isNamed() throws Exception {
        SinkWriter<String> open = open(builder());
        assertThatThrownBy(() -> open.write("broken", AT_42))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write broken to table t: it is broken");
        assertThatThrownBy(() -> open.write("empty", AT_42)).hasMessageContaining("cannot write empty to table t");
    }

    @Test
    void open_noSuchTable_saysSo() {
        assertThatThrownBy(() -> open(builder().setTable("none")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write to table none")
                .hasMessageContaining("create it before the job starts");
    }

    @Test
    void close_taskHasEnded_doesNotWaitForTheServer() throws Exception {
        SinkWriter<String> open = open(builder());
        cluster.server(0).script().always(Method.MULTI).play(Faults.hang());
        open.write("a", AT_42);
        mails.close();
        open.close();
        writer = null;
        assertThat(cluster.rows("t")).isEmpty();
    }

    private void refuse(String row) {
        cluster.server(0)
                .script()
                .always(Method.MULTI)
                .refuse(Refusal.ofOperations(
                        operation -> new String(operation.row(), UTF_8).equals(row),
                        RemoteError.doNotRetry("not this one")));
    }

    private List<String> letters() throws IOException {
        List<String> letters = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".dead.ndjson"))
                    .toList()) {
                letters.addAll(Files.readAllLines(file));
            }
        }
        return letters;
    }

    private SluiceSinkBuilder<String> builder() {
        return SluiceSink.<String>builder()
                .setTable("t")
                .set("hbase.client.bootstrap.servers", cluster.bootstrapServers())
                .setSerializer((element, timestamp) -> {
                    if (element.equals("broken")) {
                        throw new BadRecordException("it is broken");
                    }
                    String[] parts = element.split("=", 2);
                    Put put = new Put(parts[0].getBytes(UTF_8));
                    return element.equals("empty")
                            ? put
                            : put.addColumn(
                                    new byte[] {'f'},
                                    new byte[] {'q'},
                                    timestamp == null ? 0 : timestamp,
                                    parts[parts.length - 1].getBytes(UTF_8));
                });
    }

    private SinkWriter<String> open(SluiceSinkBuilder<String> builder) throws IOException {
        SinkWriterMetricGroup metrics = mock(SinkWriterMetricGroup.class);
        when(metrics.getNumRecordsSendCounter()).thenReturn(sent);
        when(metrics.getNumRecordsSendErrorsCounter()).thenReturn(errors);
        SinkWriter<String> opened = builder.build().open(mails, metrics, 0);
        writer = opened;
        return opened;
    }
}
