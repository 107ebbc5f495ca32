package io.sluice.examples.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class AcknowledgedOffsetsTest {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final TopicPartition P1 = new TopicPartition("t", 1);

    private final AcknowledgedOffsets offsets = new AcknowledgedOffsets();

    private CompletableFuture<Void> add(int partition, long offset) {
        CompletableFuture<Void> stored = new CompletableFuture<>();
        offsets.add(new ConsumerRecord<>("t", partition, offset, null, null), stored);
        return stored;
    }

    @Test
    void take_laterOnesStoredFirst_waitsForTheEarlier() throws Exception {
        CompletableFuture<Void> first = add(0, 10);
        CompletableFuture<Void> second = add(0, 11);
        CompletableFuture<Void> third = add(0, 15);
        second.complete(null);
        assertThat(offsets.take()).isEmpty();
        first.complete(null);
        assertThat(offsets.take()).isEqualTo(Map.of(P0, new OffsetAndMetadata(12)));
        assertThat(offsets.take()).isEmpty();
        third.complete(null);
        assertThat(offsets.take()).isEqualTo(Map.of(P0, new OffsetAndMetadata(16)));
    }

    @Test
    void take_partitions_areIndependent() throws Exception {
        CompletableFuture<Void> unused = add(0, 1);
        add(1, 5).complete(null);
        assertThat(offsets.take()).isEqualTo(Map.of(P1, new OffsetAndMetadata(6)));
    }

    @Test
    void take_oneFailed_throwsAndNeverPassesIt() throws Exception {
        add(0, 1).complete(null);
        add(0, 2).completeExceptionally(new IOException("not stored"));
        add(0, 3).complete(null);
        assertThatThrownBy(offsets::take).isInstanceOf(ExecutionException.class).hasRootCauseMessage("not stored");
        assertThatThrownBy(offsets::takeAll).isInstanceOf(ExecutionException.class);
    }

    @Test
    void takeAll_pending_waits() throws Exception {
        CompletableFuture<Void> stored = add(0, 1);
        Thread thread = new Thread(() -> stored.complete(null));
        thread.start();
        assertThat(offsets.takeAll()).isEqualTo(Map.of(P0, new OffsetAndMetadata(2)));
        thread.join();
    }

    @Test
    void forget_partition_itsRecordsAreGone() throws Exception {
        add(0, 1).complete(null);
        offsets.forget(List.of(P0));
        assertThat(offsets.take()).isEmpty();
    }
}
