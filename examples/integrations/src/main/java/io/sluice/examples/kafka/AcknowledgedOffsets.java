package io.sluice.examples.kafka;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The records of each partition that are in flight to the table, in order. An offset may be committed when all records
 * before it are stored, in any order. For use by one thread.
 */
final class AcknowledgedOffsets {
    private final Map<TopicPartition, Deque<Sent>> sent = new HashMap<>();

    private record Sent(long offset, CompletableFuture<Void> stored) {}

    void add(ConsumerRecord<?, ?> record, CompletableFuture<Void> stored) {
        sent.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), partition -> new ArrayDeque<>())
                .add(new Sent(record.offset(), stored));
    }

    /**
     * Removes stored records.
     *
     * @return the offsets to commit: for each partition the offset after the last record up to which all are stored
     * @throws ExecutionException if a record was not stored, which must not be skipped
     */
    Map<TopicPartition, OffsetAndMetadata> take() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> stored = new HashMap<>();
        for (Map.Entry<TopicPartition, Deque<Sent>> partition : sent.entrySet()) {
            Deque<Sent> records = partition.getValue();
            long next = -1;
            while (!records.isEmpty() && records.element().stored().isDone()) {
                records.element().stored().get();
                next = records.remove().offset() + 1;
            }
            if (next >= 0) {
                stored.put(partition.getKey(), new OffsetAndMetadata(next));
            }
        }
        return stored;
    }

    /** Waits for all records in flight. */
    Map<TopicPartition, OffsetAndMetadata> takeAll() throws ExecutionException, InterruptedException {
        for (Deque<Sent> records : sent.values()) {
            for (Sent record : records) {
                record.stored().get();
            }
        }
        return take();
    }

    /** Removes partitions that another consumer now reads. */
    void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(sent::remove);
    }
}
