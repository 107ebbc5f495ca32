package io.sluice.connectors.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.sluice.Bytes;
import io.sluice.Put;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * A job that writes the rows 1 to {@code rows}, each with two cells, in a cluster of Flink's in this JVM.
 *
 * @param table to write to
 * @param client settings that name the cluster
 * @param rows their number
 * @param eventTimestamps whether cells have the timestamps of their elements, or those of their writing
 * @param flush whether the sink flushes at checkpoints
 */
record NumberedJob(String table, Map<String, String> client, long rows, boolean eventTimestamps, Faults.Flush flush) {
    static final long FIRST_MILLIS = 1_700_000_000_000L;

    private static final int CHECKPOINT_MILLIS = 150;
    private static final int MAX_PARALLELISM = 8;

    /** The elements that came to the sink, with repetitions, of all jobs of the JVM. */
    static final AtomicLong SENT = new AtomicLong();

    static byte[] row(long number) {
        return new StringBuilder(String.format("%07d", number))
                .reverse()
                .toString()
                .getBytes(UTF_8);
    }

    static byte[] value(long number) {
        return Bytes.toBytes(number * 31);
    }

    /**
     * Starts it.
     *
     * @param savepoint where to continue, or null to begin
     */
    JobClient start(int parallelism, @Nullable String savepoint) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("restart-strategy.type", "fixed-delay");
        configuration.setString("restart-strategy.fixed-delay.attempts", "1000");
        configuration.setString("restart-strategy.fixed-delay.delay", "50 ms");
        configuration.setString("taskmanager.numberOfTaskSlots", "4");
        configuration.setString("taskmanager.memory.network.min", "16 mb");
        configuration.setString("taskmanager.memory.network.max", "16 mb");
        configuration.setString("taskmanager.memory.managed.size", "16 mb");
        configuration.setString("rest.port", "0");
        if (savepoint != null) {
            configuration.setString("execution.state-recovery.path", savepoint);
        }
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        environment.enableCheckpointing(CHECKPOINT_MILLIS);
        environment.setMaxParallelism(MAX_PARALLELISM);
        environment
                .fromSource(
                        new NumberSequenceSource(1, rows),
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, timestamp) -> FIRST_MILLIS + number),
                        "numbers")
                .uid("numbers")
                .map(new Pace())
                .uid("pace")
                .sinkTo(new FaultySink<>(sink(), flush))
                .uid("sink");
        return environment.executeAsync(table);
    }

    private SluiceSink<Long> sink() {
        boolean timestamps = eventTimestamps;
        return SluiceSink.<Long>builder()
                .setTable(table)
                .setAll(client)
                .setSerializer((number, timestamp) -> {
                    Put put = timestamps && timestamp != null ? new Put(row(number), timestamp) : new Put(row(number));
                    return put.addColumn(new byte[] {'f'}, new byte[] {'n'}, value(number))
                            .addColumn(
                                    new byte[] {'f'},
                                    new byte[] {'t'},
                                    Long.toString(number).getBytes(UTF_8));
                })
                .build();
    }

    /** Stops it at a savepoint; returns where that is. A savepoint fails with a task that fails meanwhile. */
    static String stop(JobClient job, Path folder) {
        return await().atMost(Duration.ofMinutes(5))
                .ignoreException(ExecutionException.class)
                .until(
                        () -> job.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
                                .get(),
                        savepoint -> true);
    }

    /** Lets a job last for some checkpoints. */
    private static final class Pace implements MapFunction<Long, Long> {
        private static final long serialVersionUID = 1;
        private static final int BURST = 20;

        private int sent;

        @Override
        public Long map(Long number) throws InterruptedException {
            SENT.incrementAndGet();
            if (++sent % BURST == 0) {
                Thread.sleep(10);
            }
            return number;
        }
    }
}
