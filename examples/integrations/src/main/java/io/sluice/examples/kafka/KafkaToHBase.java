package io.sluice.examples.kafka;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Stores the records of a topic, and commits an offset only when everything before it has been acknowledged: no matter
 * which process is killed, no record is lost, and some may be stored again, in the same cells. The consumer has {@code
 * enable.auto.commit=false}.
 *
 * <p>Writing and reading overlap: records of many polls are in flight at once. When the memory budget is used up,
 * {@code mutate} waits, so the loop polls less often; keep the wait of {@code Backpressure} below {@code
 * max.poll.interval.ms}.
 *
 * <p>Kafka logs each setting of a consumer at level INFO, more than a hundred lines: set {@code org.apache.kafka} to
 * WARN, as the tests' {@code simplelogger.properties} does.
 */
public final class KafkaToHBase {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;
    private final AsyncBufferedMutator mutator;
    private final Function<ConsumerRecord<byte[], byte[]>, Put> mapping;
    private final AcknowledgedOffsets offsets = new AcknowledgedOffsets();

    /** @param mapping converts a record to a row; must give the same row when the record is read again */
    public KafkaToHBase(
            Consumer<byte[], byte[]> consumer,
            AsyncBufferedMutator mutator,
            Function<ConsumerRecord<byte[], byte[]>, Put> mapping) {
        this.consumer = consumer;
        this.mutator = mutator;
        this.mapping = mapping;
    }

    /**
     * Runs until it is stopped, then stores and commits everything that was read.
     *
     * @throws ExecutionException if a record could not be stored: neither its offset nor a later one of its partition
     *     is committed, so that it is read again after a restart
     */
    public void run(String topic, BooleanSupplier stop) throws ExecutionException, InterruptedException {
        consumer.subscribe(List.of(topic), new CommitBeforeLeaving());
        while (!stop.getAsBoolean()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                offsets.add(record, mutator.mutate(mapping.apply(record)));
            }
            Map<TopicPartition, OffsetAndMetadata> stored = offsets.take();
            if (!stored.isEmpty()) {
                consumer.commitAsync(stored, null);
            }
        }
        commitAll();
    }

    private void commitAll() throws ExecutionException, InterruptedException {
        mutator.flush();
        Map<TopicPartition, OffsetAndMetadata> stored = offsets.takeAll();
        if (!stored.isEmpty()) {
            consumer.commitSync(stored);
        }
    }

    /** Called by {@code poll}, on the same thread. */
    private final class CommitBeforeLeaving implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            try {
                commitAll();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException e) {
                // Not committed, so the next owner reads it again; the loop finds the error at its next check.
                return;
            }
            offsets.forget(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            offsets.forget(partitions);
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
    }
}
