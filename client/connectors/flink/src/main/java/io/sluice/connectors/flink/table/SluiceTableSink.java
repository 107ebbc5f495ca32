package io.sluice.connectors.flink.table;

import io.sluice.connectors.flink.SluiceSinkBuilder;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.connector.sink.abilities.SupportsWritingMetadata;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.jspecify.annotations.Nullable;

/** The sink of a table. */
final class SluiceTableSink implements DynamicTableSink, SupportsWritingMetadata {
    private final DataType physical;
    private final SluiceSinkBuilder<RowData> sink;
    private final RowWriting writing;
    private final @Nullable Integer parallelism;
    private MetadataPositions metadata;

    /** @param parallelism of the sink; null for that of its input */
    SluiceTableSink(
            DataType physical,
            SluiceSinkBuilder<RowData> sink,
            RowWriting writing,
            @Nullable Integer parallelism,
            MetadataPositions metadata) {
        this.physical = physical;
        this.sink = sink;
        this.writing = writing;
        this.parallelism = parallelism;
        this.metadata = metadata;
    }

    /** Accepts all requested kinds except the old form of an updated row, which the row key identifies. */
    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
        ChangelogMode.Builder mode = ChangelogMode.newBuilder();
        requested.getContainedKinds().stream()
                .filter(kind -> kind != RowKind.UPDATE_BEFORE)
                .forEach(mode::addContainedKind);
        return mode.build();
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
        RowType type = (RowType) physical.getLogicalType();
        sink.setSerializer(new RowDataSerializer(type, writing, metadata));
        return SinkV2Provider.of(sink.build(), parallelism);
    }

    @Override
    public Map<String, DataType> listWritableMetadata() {
        return MetadataPositions.writable();
    }

    @Override
    public void applyWritableMetadata(List<String> keys, DataType consumed) {
        metadata = MetadataPositions.of(
                keys, physical.getLogicalType().getChildren().size());
    }

    @Override
    public DynamicTableSink copy() {
        return new SluiceTableSink(physical, sink, writing, parallelism, metadata);
    }

    @Override
    public String asSummaryString() {
        return SluiceTableFactory.IDENTIFIER;
    }
}
