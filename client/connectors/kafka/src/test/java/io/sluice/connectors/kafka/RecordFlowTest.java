package io.sluice.connectors.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.sluice.Delete;
import io.sluice.DoNotRetryIOException;
import io.sluice.RetriesExhaustedException;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.ConnectorSettings;
import io.sluice.connectors.ErrorPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordFlowTest {
    private static final TopicPartition A = new TopicPartition("t", 0);
    private static final TopicPartition B = new TopicPartition("t", 1);

    private final HeldTable table = new HeldTable();
    private final SinkTaskContext context = mock(SinkTaskContext.class);
    private final ErrantRecordReporter reporter = mock(ErrantRecordReporter.class);

    private RecordFlow flow(ErrorPolicy policy) {
        return flow(policy, 1_000);
    }

    private RecordFlow flow(ErrorPolicy policy, int maxOpenRecords) {
        ConnectorSettings settings =
                new ConnectorSettings(Map.of("table", "t", "row.key", "{#key}", "map", "*=d", "timestamp", "record"));
        RecordFlow flow = new RecordFlow(
                table,
                new RecordRows(settings.mapping()),
                new FailedRecords(policy, reporter),
                context,
                new RecordFlow.Limits(maxOpenRecords, 1_000));
        flow.open(List.of(A, B));
        return flow;
    }

    private static SinkRecord record(TopicPartition partition, long offset) {
        return record(partition, offset, "k" + partition.partition() + "-" + offset, "v");
    }

    private static SinkRecord record(
            TopicPartition partition, long offset, @Nullable Object key, @Nullable Object value) {
        return new SinkRecord(
                partition.topic(),
                partition.partition(),
                null,
                key,
                null,
                value,
                offset,
                1_000 + offset,
                TimestampType.CREATE_TIME);
    }

    private static List<SinkRecord> records(TopicPartition partition, int first, int count) {
        List<SinkRecord> records = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            records.add(record(partition, i));
        }
        return records;
    }

    /** What is committed when the partition was read up to an offset. */
    private static long committed(RecordFlow flow, TopicPartition partition, long read) {
        Map<TopicPartition, OffsetAndMetadata> offsets = flow.commit(Map.of(partition, new OffsetAndMetadata(read)));
        assertThat(offsets).containsOnlyKeys(partition);
        return Objects.requireNonNull(offsets.get(partition)).offset();
    }

    @Test
    void commit_acknowledgedOutOfOrder_stopsBeforeTheFirstOpenRecord() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        flow.put(records(A, 10, 5));
        assertThat(committed(flow, A, 15)).isEqualTo(10);

        table.store(4, 2, 1);
        assertThat(committed(flow, A, 15)).isEqualTo(10);
        table.store(0);
        assertThat(committed(flow, A, 15)).isEqualTo(13);
        table.store(3);
        assertThat(committed(flow, A, 15)).isEqualTo(15);
    }

    @Test
    void commit_gapsBetweenOffsets_areSkipped() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        flow.put(List.of(record(A, 3), record(A, 8)));
        table.store(0);
        // 4 to 7 were dropped by a transformation, or are markers of transactions.
        assertThat(committed(flow, A, 12)).isEqualTo(8);
        table.store(1);
        assertThat(committed(flow, A, 12)).isEqualTo(12);
    }

    @Test
    void commit_partitionWithoutRecords_returnsWhatWasRead() {
        assertThat(committed(flow(ErrorPolicy.FAIL), B, 7)).isEqualTo(7);
    }

    @Test
    void commit_twoPartitions_doNotHoldEachOther() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        flow.put(List.of(record(A, 0), record(B, 0), record(A, 1), record(B, 1)));
        int ofB = table.keys().indexOf("k1-0");
        table.store(ofB, table.keys().indexOf("k1-1"));
        assertThat(committed(flow, A, 2)).isEqualTo(0);
        assertThat(committed(flow, B, 2)).isEqualTo(2);
    }

    @Test
    void commit_flushesUnlessRecordsWait() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        table.room = 1;
        flow.put(records(A, 0, 2));
        assertThat(committed(flow, A, 2)).isEqualTo(0);
        assertThat(table.flushes).isZero();

        table.room = 5;
        flow.put(List.of());
        assertThat(committed(flow, A, 2)).isEqualTo(0);
        assertThat(table.flushes).isEqualTo(1);
    }

    @Test
    void commit_lastFlushStillUnderWay_doesNotWaitForAnother() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        table.flushed = new CompletableFuture<>();
        flow.put(records(A, 0, 2));
        assertThat(committed(flow, A, 2)).isEqualTo(0);
        table.store(0);
        assertThat(committed(flow, A, 2)).isEqualTo(1);
        assertThat(table.flushes).isEqualTo(1);

        table.store(1);
        table.flushed.complete(null);
        assertThat(committed(flow, A, 2)).isEqualTo(2);
        assertThat(table.flushes).isEqualTo(2);
    }

    @Test
    void put_noRoom_pausesThePartitionAndKeepsTheOrder() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        table.room = 2;
        flow.put(records(A, 0, 4));
        verify(context).pause(A);
        verify(context, never()).pause(B);
        verify(context).timeout(10);

        // The worker polls again: still no room.
        flow.put(List.of());
        verify(context, never()).resume(any());

        table.room = 1;
        flow.put(List.of());
        assertThat(table.keys()).containsExactly("k0-0", "k0-1", "k0-2");
        verify(context, never()).resume(any());

        table.room = 9;
        flow.put(List.of());
        verify(context).resume(A);
        assertThat(table.keys()).containsExactly("k0-0", "k0-1", "k0-2", "k0-3");

        clearInvocations(context);
        flow.put(records(A, 4, 1));
        verify(context, never()).pause(any());
        verify(context, never()).resume(any());
        assertThat(table.keys()).endsWith("k0-4");
    }

    @Test
    void put_newRecordsWhileOthersWait_queueBehindThem() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        table.room = 1;
        flow.put(records(A, 0, 2));
        table.room = 0;
        flow.put(records(A, 2, 2));
        table.room = 9;
        flow.put(List.of());
        assertThat(table.keys()).containsExactly("k0-0", "k0-1", "k0-2", "k0-3");
    }

    @Test
    void put_littleRoom_isSharedByPartitions() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        table.room = 1;
        flow.put(List.of(record(A, 0), record(A, 1), record(B, 0), record(B, 1)));
        for (int i = 0; i < 3; i++) {
            table.room = 1;
            flow.put(List.of());
        }
        assertThat(table.keys()).containsExactly("k0-0", "k1-0", "k0-1", "k1-1");
    }

    @Test
    void put_maxOpenRecords_waitsForTheFirstOne() {
        RecordFlow flow = flow(ErrorPolicy.FAIL, 3);
        flow.put(records(A, 0, 5));
        assertThat(table.keys()).hasSize(3);
        verify(context).pause(A);

        // Those behind the first open record still count: they are read again after a crash.
        table.store(1, 2);
        flow.put(List.of());
        assertThat(table.keys()).hasSize(3);

        table.store(0);
        flow.put(List.of());
        flow.put(List.of());
        assertThat(table.keys()).hasSize(5);
        verify(context).resume(A);
    }

    @Test
    void put_recordsUnderWay_comesBackForTheirOutcome() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        flow.put(records(A, 0, 1));
        verify(context).timeout(500);
        table.store(0);
        clearInvocations(context);
        flow.put(List.of());
        verify(context, never()).timeout(anyLong());
    }

    @Test
    void put_refusedRecord_failsTheTaskAndIsNeverCommitted() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        flow.put(records(A, 0, 3));
        table.store(0, 2);
        table.settle(1, new DoNotRetryIOException("no such family"));
        assertThat(committed(flow, A, 3)).isEqualTo(1);
        assertThatThrownBy(() -> flow.put(List.of()))
                .isInstanceOf(ConnectException.class)
                .hasMessage("Offset 1 of t-0 was not written: no such family");
        // The worker commits once more before it closes the task.
        assertThat(committed(flow, A, 3)).isEqualTo(1);
    }

    @Test
    void put_clusterAway_failsTheTaskWhateverThePolicy() {
        for (ErrorPolicy policy : ErrorPolicy.values()) {
            RecordFlow flow = flow(policy);
            int number = table.keys().size();
            flow.put(records(A, 0, 1));
            table.settle(number, new RetriesExhaustedException("no server", List.of(), false));
            assertThatThrownBy(() -> flow.put(List.of()))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("no server");
            assertThat(committed(flow, A, 1)).isEqualTo(0);
        }
        verify(reporter, never()).report(any(), any());
    }

    @Test
    void put_refusedRecord_skipped() {
        RecordFlow flow = flow(ErrorPolicy.SKIP);
        flow.put(records(A, 0, 2));
        table.settle(0, new DoNotRetryIOException("no such family"));
        assertThat(committed(flow, A, 2)).isEqualTo(1);
        table.store(1);
        flow.put(List.of());
        assertThat(committed(flow, A, 2)).isEqualTo(2);
    }

    @Test
    void put_deadLetter_holdsItsOffsetUntilTheReportIsStored() {
        RecordFlow flow = flow(ErrorPolicy.DEAD_LETTER);
        CompletableFuture<Void> report = new CompletableFuture<>();
        DoNotRetryIOException refusal = new DoNotRetryIOException("no such family");
        List<SinkRecord> records = records(A, 0, 2);
        when(reporter.report(records.get(0), refusal)).thenReturn(report);
        flow.put(records);
        table.settle(0, refusal);
        table.store(1);
        flow.put(List.of());
        verify(reporter).report(records.get(0), refusal);
        assertThat(committed(flow, A, 2)).isEqualTo(0);

        report.complete(null);
        assertThat(committed(flow, A, 2)).isEqualTo(2);
    }

    @Test
    void put_deadLetterNotStored_failsTheTask() {
        IllegalStateException noBroker = new IllegalStateException("no broker");
        RecordFlow flow = flow(ErrorPolicy.DEAD_LETTER);
        when(reporter.report(any(), any())).thenReturn(CompletableFuture.failedFuture(noBroker));
        flow.put(records(A, 0, 1));
        table.settle(0, new DoNotRetryIOException("no such family"));
        assertThat(committed(flow, A, 1)).isEqualTo(0);
        assertThatThrownBy(() -> flow.put(List.of()))
                .isInstanceOf(ConnectException.class)
                .hasMessage("Offset 0 could not be written, nor reported to the dead letter queue")
                .hasCause(noBroker);
        assertThat(committed(flow, A, 1)).isEqualTo(0);
    }

    @Test
    void put_badRecords_areTreatedByThePolicyAndNeverSent() {
        RecordFlow flow = flow(ErrorPolicy.DEAD_LETTER);
        when(reporter.report(any(), any())).thenReturn(CompletableFuture.completedFuture(null));
        SinkRecord noKey = record(A, 1, null, "v");
        SinkRecord large = record(A, 2, "too-large", "v");
        flow.put(List.of(record(A, 0), noKey, large, record(A, 3)));
        assertThat(table.keys()).containsExactly("k0-0", "k0-3");
        verify(reporter).report(eq(noKey), any(BadRecordException.class));
        verify(reporter).report(eq(large), any(IllegalArgumentException.class));
        table.store(0, 1);
        assertThat(committed(flow, A, 4)).isEqualTo(4);
    }

    @Test
    void put_badRecordBehindWaitingOnes_isReportedAndHoldsNothing() {
        RecordFlow flow = flow(ErrorPolicy.SKIP);
        table.room = 0;
        flow.put(List.of(record(A, 0), record(A, 1, null, "v")));
        assertThat(committed(flow, A, 2)).isEqualTo(0);
        table.room = 9;
        flow.put(List.of());
        table.store(0);
        assertThat(committed(flow, A, 2)).isEqualTo(2);
        verify(context).resume(A);
    }

    @Test
    void put_tombstone_deletesTheRow() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        flow.put(List.of(record(A, 5, "gone", null)));
        assertThat(table.row(0)).isInstanceOf(Delete.class);
        assertThat(table.row(0).getRow()).isEqualTo("gone".getBytes(UTF_8));
    }

    @Test
    void close_recordsUnderWay_haveNoEffectAfterwards() {
        RecordFlow flow = flow(ErrorPolicy.FAIL);
        table.room = 2;
        flow.put(List.of(record(A, 0), record(A, 1), record(B, 0), record(A, 2)));
        flow.close(List.of(A));
        int firstOfA = table.keys().indexOf("k0-0");
        table.settle(firstOfA, new DoNotRetryIOException("no such family"));
        table.room = 9;
        flow.put(List.of());
        assertThat(table.keys()).doesNotContain("k0-2");
        assertThat(committed(flow, B, 1)).isEqualTo(0);

        // The partition comes back: it begins with what was committed.
        flow.open(List.of(A));
        flow.put(List.of(record(A, 0)));
        assertThat(committed(flow, A, 1)).isEqualTo(0);
        table.store(table.keys().lastIndexOf("k0-0"));
        assertThat(committed(flow, A, 1)).isEqualTo(1);
    }
}
