package io.sluice.connectors.flink.table;

import io.sluice.Bytes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Encodes a column's value in the format of Flink's own HBase connector. */
@FunctionalInterface
interface FieldEncoder {
    /** Flink's HBase connector has no finer precision than milliseconds. */
    int MAX_PRECISION = 3;

    /** Returns the bytes of the value, which is not null, at this position. */
    byte[] encode(RowData row, int position);

    /**
     * Returns the encoder of a type.
     *
     * @param column its name, for the error
     * @throws ValidationException if there is no such encoding; names the column and the type
     */
    static FieldEncoder of(String column, LogicalType type) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> (row, at) -> row.getString(at).toBytes();
            case BOOLEAN -> (row, at) -> Bytes.toBytes(row.getBoolean(at));
            case BINARY, VARBINARY -> RowData::getBinary;
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                yield (row, at) -> Bytes.toBytes(row.getDecimal(at, decimal.getPrecision(), decimal.getScale())
                        .toBigDecimal());
            }
            case TINYINT -> (row, at) -> new byte[] {row.getByte(at)};
            case SMALLINT -> (row, at) -> Bytes.toBytes(row.getShort(at));
            case INTEGER, DATE, INTERVAL_YEAR_MONTH -> (row, at) -> Bytes.toBytes(row.getInt(at));
            case TIME_WITHOUT_TIME_ZONE -> {
                int unused = milliseconds(column, type);
                yield (row, at) -> Bytes.toBytes(row.getInt(at));
            }
            case BIGINT, INTERVAL_DAY_TIME -> (row, at) -> Bytes.toBytes(row.getLong(at));
            case FLOAT -> (row, at) -> Bytes.toBytes(row.getFloat(at));
            case DOUBLE -> (row, at) -> Bytes.toBytes(row.getDouble(at));
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
                int precision = milliseconds(column, type);
                yield (row, at) -> Bytes.toBytes(row.getTimestamp(at, precision).getMillisecond());
            }
            default ->
                throw new ValidationException("column '" + column + "' has the type " + type
                        + ", which the connector cannot store; use one that Flink's HBase connector has, or CAST it, for"
                        + " instance to STRING");
        };
    }

    private static int milliseconds(String column, LogicalType type) {
        int precision = LogicalTypeChecks.getPrecision(type);
        if (precision > MAX_PRECISION) {
            throw new ValidationException("column '" + column + "' has the type " + type
                    + "; its precision must be 0 to " + MAX_PRECISION + ", since milliseconds are stored");
        }
        return precision;
    }
}
