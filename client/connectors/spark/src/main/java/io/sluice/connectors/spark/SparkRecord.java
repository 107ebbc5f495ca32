package io.sluice.connectors.spark;

import io.sluice.connectors.SourceRecord;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.jspecify.annotations.Nullable;

/**
 * A row of a DataFrame as input of the mapping.
 *
 * @param row Spark's object, which it reuses for the next row
 * @param jobMillis the time of the job, which is that of each of its rows
 */
record SparkRecord(RowColumns columns, SpecializedGetters row, long jobMillis) implements SourceRecord {
    @Override
    public List<String> names() {
        return columns.names();
    }

    @Override
    public @Nullable Object value(int index) {
        return columns.value(row, index);
    }

    @Override
    public @Nullable Object value(String name) {
        return columns.value(row, name);
    }

    @Override
    public byte @Nullable [] utf8(int index) {
        return columns.utf8(row, index);
    }

    @Override
    public byte @Nullable [] utf8(String name) {
        return columns.utf8(row, name);
    }

    @Override
    public long number() {
        throw new IllegalArgumentException("the rows of a DataFrame have no numbers");
    }

    @Override
    public OptionalLong timestampMillis() {
        return OptionalLong.of(jobMillis);
    }
}
