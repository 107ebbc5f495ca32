package io.sluice.connectors.kafka;

import io.sluice.Row;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.RowKind;
import io.sluice.connectors.RowMapping;
import java.util.Queue;
import org.apache.kafka.connect.sink.SinkRecord;

/** Converts records to rows; a tombstone deletes its row. */
final class RecordRows {
    private final RowMapping mapping;

    RecordRows(RowMapping mapping) {
        this.mapping = mapping;
    }

    /**
     * Returns the record with its row, or marked as failed.
     *
     * @param failures receives the record when it fails, which may be at once
     */
    OpenRecord open(SinkRecord record, Queue<OpenRecord> failures) {
        try {
            return new OpenRecord(record, row(record), failures);
        } catch (BadRecordException | IllegalArgumentException e) {
            OpenRecord bad = new OpenRecord(record, null, failures);
            bad.settled(e);
            return bad;
        }
    }

    private Row row(SinkRecord record) throws BadRecordException {
        boolean tombstone = record.value() == null;
        try {
            return mapping.row(new KafkaRecord(record), tombstone ? RowKind.DELETE : RowKind.UPDATE);
        } catch (BadRecordException e) {
            throw tombstone
                    ? new BadRecordException("a record without a value deletes the row of its key: " + e.getMessage()
                            + "; for tombstones, row.key may only have fields like {#key}")
                    : e;
        }
    }
}
