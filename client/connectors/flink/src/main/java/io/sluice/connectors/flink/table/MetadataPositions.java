package io.sluice.connectors.flink.table;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Positions of the metadata columns in a row, after the other columns. They are those of Flink's own HBase connector.
 *
 * @param timestampIndex position of the timestamp of cells; -1 for none
 * @param ttlIndex position of the time to live of cells, in milliseconds; -1 for none
 */
record MetadataPositions(int timestampIndex, int ttlIndex) implements Serializable {
    private static final String TIMESTAMP = "timestamp";
    private static final String TTL = "ttl";
    private static final int TIMESTAMP_PRECISION = 3;

    static final MetadataPositions NONE = new MetadataPositions(-1, -1);

    /** Returns the columns that a table may declare, with their types. */
    static Map<String, DataType> writable() {
        Map<String, DataType> columns = new LinkedHashMap<>();
        columns.put(TIMESTAMP, DataTypes.TIMESTAMP_LTZ(TIMESTAMP_PRECISION).nullable());
        columns.put(TTL, DataTypes.BIGINT().nullable());
        return columns;
    }

    /**
     * Returns the positions of declared columns.
     *
     * @param keys their keys, in the order of their positions
     * @param first position of the first one
     */
    static MetadataPositions of(List<String> keys, int first) {
        return new MetadataPositions(position(keys, TIMESTAMP, first), position(keys, TTL, first));
    }

    private static int position(List<String> keys, String key, int first) {
        int index = keys.indexOf(key);
        return index < 0 ? -1 : first + index;
    }

    /** Returns the timestamp for the cells of a row; null if it has none. */
    @Nullable Long timestamp(RowData row) {
        return timestampIndex < 0 || row.isNullAt(timestampIndex)
                ? null
                : row.getTimestamp(timestampIndex, TIMESTAMP_PRECISION).getMillisecond();
    }

    /** Returns the time to live of a row's cells; null if it has none. */
    @Nullable Long ttl(RowData row) {
        return ttlIndex < 0 || row.isNullAt(ttlIndex) ? null : row.getLong(ttlIndex);
    }
}
