package io.sluice.connectors.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the records of a task's partitions to the table. Records for which there is no room wait here, in order; their
 * partition is paused until all of them have been passed on. For use by the task's thread.
 */
final class RecordFlow {
    private static final Logger LOG = LoggerFactory.getLogger(RecordFlow.class);

    /** Time until the worker calls again while records wait for room, even if Kafka has no new ones. */
    private static final long WAITING_MILLIS = 10;

    /** The same while records are in flight, so that a failure is noticed. */
    private static final long OPEN_MILLIS = 500;

    private final Table table;
    private final RecordRows rows;
    private final FailedRecords failed;
    private final SinkTaskContext context;
    private final Limits limits;

    /** Partitions that got room move to the end, so that none starves while room is short. */
    private final Map<TopicPartition, OpenRecords> partitions = new LinkedHashMap<>();

    private final Stall stall = new Stall();

    private CompletableFuture<?> flush = CompletableFuture.completedFuture(null);

    /** Thrown at the next {@link #put}, since an exception of {@link #commit} would only rewind the consumer. */
    private @Nullable ConnectException problem;

    /**
     * Limits of a task.
     *
     * @param maxOpenRecords maximum number of records in flight, or stored behind one that is
     * @param commitWaitMillis how long a commit waits for records in flight
     */
    record Limits(int maxOpenRecords, long commitWaitMillis) {}

    RecordFlow(Table table, RecordRows rows, FailedRecords failed, SinkTaskContext context, Limits limits) {
        this.table = table;
        this.rows = rows;
        this.failed = failed;
        this.context = context;
        this.limits = limits;
    }

    /** Adds partitions that are read from now on. */
    void open(Collection<TopicPartition> opened) {
        opened.forEach(partition -> partitions.put(partition, new OpenRecords()));
    }

    /**
     * Accepts records, and passes on as many as there is room for.
     *
     * @param records may be none
     * @throws ConnectException if the failure of a record makes the task fail
     */
    void put(Collection<SinkRecord> records) {
        if (problem != null) {
            throw problem;
        }
        for (SinkRecord record : records) {
            of(record).add(rows.open(record, failed.queue()));
        }
        send();
        failed.handle();
        partitions.values().forEach(OpenRecords::trim);
        pauseOrResume();
        comeBack();
    }

    private OpenRecords of(SinkRecord record) {
        TopicPartition partition = new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
        return partitions.computeIfAbsent(partition, unopened -> new OpenRecords());
    }

    private void send() {
        int room = limits.maxOpenRecords()
                - partitions.values().stream().mapToInt(OpenRecords::sent).sum();
        for (Map.Entry<TopicPartition, OpenRecords> entry : List.copyOf(partitions.entrySet())) {
            int sent = entry.getValue().send(table, room);
            if (sent > 0) {
                room -= sent;
                partitions.remove(entry.getKey());
                partitions.put(entry.getKey(), entry.getValue());
            }
        }
    }

    private void pauseOrResume() {
        partitions.forEach((partition, records) -> {
            if (records.changesPause()) {
                if (records.isWaiting()) {
                    context.pause(partition);
                } else {
                    context.resume(partition);
                }
            }
        });
    }

    private void comeBack() {
        boolean waiting = partitions.values().stream().anyMatch(OpenRecords::isWaiting);
        stall.note(waiting);
        if (waiting) {
            context.timeout(WAITING_MILLIS);
        } else if (partitions.values().stream()
                .anyMatch(records -> records.firstOpen().isPresent())) {
            context.timeout(OPEN_MILLIS);
        }
    }

    /**
     * Returns the offsets up to which everything is stored. Waits a little for records in flight, since those behind
     * these offsets are read and written again after a restart or a rebalance. Does not wait if records wait for room,
     * since HBase is then slow or unavailable; nor if the last wait was in vain and its records are still in flight,
     * since a task that ends often commits twice, and the worker gives it a few seconds for all of its end.
     *
     * @param read the offsets after the last records of partitions
     */
    Map<TopicPartition, OffsetAndMetadata> commit(Map<TopicPartition, OffsetAndMetadata> read) {
        if (flush.isDone() && partitions.values().stream().noneMatch(OpenRecords::isWaiting)) {
            flush = table.flush();
            awaitFlush();
        }
        keepProblem(failed::handle);
        partitions.values().forEach(records -> keepProblem(records::trim));
        Map<TopicPartition, OffsetAndMetadata> stored = new HashMap<>();
        read.forEach((partition, next) -> {
            OpenRecords records = partitions.get(partition);
            OptionalLong open = records == null ? OptionalLong.empty() : records.firstOpen();
            stored.put(partition, open.isPresent() ? new OffsetAndMetadata(open.getAsLong()) : next);
        });
        return stored;
    }

    private void keepProblem(Runnable step) {
        try {
            step.run();
        } catch (ConnectException e) {
            problem = problem == null ? e : problem;
        }
    }

    private void awaitFlush() {
        try {
            Object unused = flush.get(limits.commitWaitMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.info(
                    "Not all records were stored within {} ms; the offsets before the first missing one are committed",
                    limits.commitWaitMillis());
        } catch (ExecutionException e) {
            throw new IllegalStateException("a flush never fails", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Removes partitions. Another task may read them from now on, beginning with the first record that was not stored
     * at the last {@link #commit}; records that are still in flight may arrive later.
     */
    void close(Collection<TopicPartition> closed) {
        for (TopicPartition partition : closed) {
            OpenRecords records = partitions.remove(partition);
            if (records != null) {
                records.leaveOut();
            }
        }
    }
}
