package io.sluice.connectors.flink.table;

import io.sluice.Delete;
import io.sluice.HConstants;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.RowSalt;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.Nulls;
import io.sluice.connectors.flink.SluiceSerializer;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;

/** Makes mutations from rows of a table. */
final class RowDataSerializer implements SluiceSerializer<RowData> {
    private static final long serialVersionUID = 1;

    private final RowType physical;
    private final RowWriting writing;
    private final MetadataPositions metadata;
    private transient @Nullable TableLayout layout;
    private transient @Nullable RowSalt salt;

    RowDataSerializer(RowType physical, RowWriting writing, MetadataPositions metadata) {
        this.physical = physical;
        this.writing = writing;
        this.metadata = metadata;
    }

    @Override
    public void open() {
        layout = TableLayout.of(physical);
        salt = writing.salts() == null ? null : RowSalt.of(writing.salts());
    }

    @Override
    public @Nullable Row serialize(RowData row, @Nullable Long elementTimestamp) throws BadRecordException {
        return switch (row.getRowKind()) {
            case INSERT, UPDATE_AFTER -> upsert(row, timestamp(row));
            case DELETE -> delete(row, timestamp(row));
            // Not needed: the UPDATE_AFTER that follows has the same row key.
            case UPDATE_BEFORE -> null;
        };
    }

    /** Returns the timestamp of the declared column, since SQL does not keep the timestamps of stream elements. */
    private long timestamp(RowData row) throws BadRecordException {
        Long declared = metadata.timestamp(row);
        if (declared != null && declared < 0) {
            throw new BadRecordException("the timestamp " + declared + " is before 1970, which HBase cannot store");
        }
        return declared == null ? HConstants.LATEST_TIMESTAMP : declared;
    }

    private Row upsert(RowData row, long timestamp) throws BadRecordException {
        byte[] key = key(row);
        Put put = put(key, timestamp, row);
        Delete nulls = new Delete(key, timestamp).setDurability(writing.durability());
        for (TableLayout.Family family : layout().families()) {
            RowData values = row.isNullAt(family.index())
                    ? null
                    : row.getRow(family.index(), family.columns().size());
            for (int i = 0; i < family.columns().size(); i++) {
                TableLayout.Column column = family.columns().get(i);
                if (values != null && !values.isNullAt(i)) {
                    // Copied: a dead letter reads it later, and Flink may use the array of a row again.
                    put.addColumn(
                            family.name(),
                            column.qualifier(),
                            timestamp,
                            column.encoder().encode(values, i));
                } else if (writing.nulls() == Nulls.DELETE) {
                    nulls.addColumns(family.name(), column.qualifier(), timestamp);
                }
            }
        }
        return together(nulls, put);
    }

    private static Row together(Delete nulls, Put put) throws BadRecordException {
        if (nulls.isEmpty() && put.isEmpty()) {
            throw new BadRecordException("all columns of the row are null, so there is nothing to store");
        }
        if (nulls.isEmpty() || put.isEmpty()) {
            Mutation only = nulls.isEmpty() ? put : nulls;
            return only;
        }
        try {
            return RowMutations.of(List.of(nulls, put));
        } catch (IOException e) {
            throw new IllegalStateException("both mutations have the same row", e);
        }
    }

    private Put put(byte[] key, long timestamp, RowData row) {
        Put put = new Put(key, timestamp, true).setDurability(writing.durability());
        Long ttl = metadata.ttl(row);
        return ttl == null ? put : put.setTTL(ttl);
    }

    private Delete delete(RowData row, long timestamp) throws BadRecordException {
        Delete delete = new Delete(key(row), timestamp).setDurability(writing.durability());
        for (TableLayout.Family family : layout().families()) {
            family.columns().forEach(column -> delete.addColumns(family.name(), column.qualifier(), timestamp));
        }
        return delete;
    }

    private byte[] key(RowData row) throws BadRecordException {
        if (row.isNullAt(layout().rowKeyIndex())) {
            throw new BadRecordException("the row key is null");
        }
        byte[] plain = layout().rowKey().encode(row, layout().rowKeyIndex());
        if (plain.length == 0) {
            throw new BadRecordException("the row key is empty");
        }
        return salt == null ? plain : salt.salted(plain);
    }

    private TableLayout layout() {
        return Objects.requireNonNull(layout, "open() was not called");
    }
}
