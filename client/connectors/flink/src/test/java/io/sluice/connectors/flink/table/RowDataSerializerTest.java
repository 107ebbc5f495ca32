package io.sluice.connectors.flink.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Cell;
import io.sluice.Delete;
import io.sluice.Durability;
import io.sluice.HConstants;
import io.sluice.Put;
import io.sluice.RowMutations;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.Nulls;
import java.util.List;
import java.util.Objects;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowDataSerializerTest {
    private static final RowType TABLE = type(
            DataTypes.FIELD("id", DataTypes.STRING()),
            DataTypes.FIELD(
                    "f",
                    DataTypes.ROW(DataTypes.FIELD("a", DataTypes.STRING()), DataTypes.FIELD("b", DataTypes.INT()))));

    @Test
    void upsert_nullsDelete_makesOneMutationOfBoth() throws Exception {
        RowMutations both = Objects.requireNonNull(
                (RowMutations) open(Nulls.DELETE).serialize(row(RowKind.INSERT, "k", "x", null), null));
        assertThat(both.getMutations()).hasSize(2);
        Cell deleted = both.getMutations()
                .get(0)
                .get("f".getBytes(UTF_8), new byte[] {'b'})
                .get(0);
        assertThat(deleted.getType()).isEqualTo(Cell.Type.DeleteColumn);
        assertThat(both.getMutations().get(1).has("f".getBytes(UTF_8), new byte[] {'a'}, "x".getBytes(UTF_8)))
                .isTrue();
        assertThat(open(Nulls.DELETE).serialize(row(RowKind.UPDATE_AFTER, "k", null, null), null))
                .isInstanceOf(Delete.class);
    }

    @Test
    void upsert_nullsSkip_writesTheOthers_andRefusesARowOfNulls() throws Exception {
        Put put = Objects.requireNonNull((Put) open(Nulls.SKIP).serialize(row(RowKind.INSERT, "k", "x", null), null));
        assertThat(put.size()).isEqualTo(1);
        assertThatThrownBy(() -> open(Nulls.SKIP).serialize(row(RowKind.INSERT, "k", null, null), null))
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining("all columns of the row are null");
        GenericRowData family = GenericRowData.of(StringData.fromString("k"), null);
        assertThatThrownBy(() -> open(Nulls.SKIP).serialize(family, null)).isInstanceOf(BadRecordException.class);
    }

    @Test
    void otherKinds_deleteTheDeclaredColumns_orNothing() throws Exception {
        Delete delete =
                Objects.requireNonNull((Delete) open(Nulls.DELETE).serialize(row(RowKind.DELETE, "k", "x", 1), null));
        assertThat(delete.getFamilyCellMap().get("f".getBytes(UTF_8)))
                .extracting(Cell::getType)
                .containsExactly(Cell.Type.DeleteColumn, Cell.Type.DeleteColumn);
        assertThat(open(Nulls.DELETE).serialize(row(RowKind.UPDATE_BEFORE, "k", "x", 1), null))
                .isNull();
    }

    @Test
    void rowKey_nullOrEmpty_isRefused() {
        for (String key : new @Nullable String[] {null, ""}) {
            assertThatThrownBy(() -> open(Nulls.DELETE).serialize(row(RowKind.INSERT, key, "x", 1), null))
                    .isInstanceOf(BadRecordException.class)
                    .hasMessageContaining("row key");
        }
    }

    @Test
    void metadata_setTimestampAndTimeToLive() throws Exception {
        RowDataSerializer serializer = new RowDataSerializer(
                TABLE,
                new RowWriting(Nulls.SKIP, null, Durability.SKIP_WAL),
                MetadataPositions.of(List.of("ttl", "timestamp"), 2));
        serializer.open();
        GenericRowData family = GenericRowData.of(StringData.fromString("x"), 1);
        Put put = Objects.requireNonNull((Put) serializer.serialize(
                GenericRowData.of(StringData.fromString("k"), family, 9L, TimestampData.fromEpochMillis(77)), null));
        assertThat(put.getTimestamp()).isEqualTo(77);
        assertThat(put.getTTL()).isEqualTo(9);
        assertThat(put.getDurability()).isEqualTo(Durability.SKIP_WAL);
        Put without = Objects.requireNonNull(
                (Put) serializer.serialize(GenericRowData.of(StringData.fromString("k"), family, null, null), null));
        assertThat(without.getTimestamp()).isEqualTo(HConstants.LATEST_TIMESTAMP);
        assertThatThrownBy(() -> serializer.serialize(
                        GenericRowData.of(StringData.fromString("k"), family, null, TimestampData.fromEpochMillis(-1)),
                        null))
                .hasMessageContaining("the timestamp -1 is before 1970");
    }

    @Test
    void declaration_thatCannotBeStored_namesTheColumn() {
        assertThatThrownBy(() -> TableLayout.of(
                        type(DataTypes.FIELD("id", DataTypes.STRING()), DataTypes.FIELD("other", DataTypes.INT()))))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("'id' and 'other' are both no ROW");
        assertThatThrownBy(() -> TableLayout.of(type(DataTypes.FIELD("id", DataTypes.STRING()))))
                .hasMessageContaining("at least one ROW<> column");
        assertThatThrownBy(() -> TableLayout.of(type(
                        DataTypes.FIELD("id", DataTypes.STRING()),
                        DataTypes.FIELD("f", DataTypes.ROW(DataTypes.FIELD("t", DataTypes.TIMESTAMP(6)))))))
                .hasMessageContaining("column 'f.t' has the type TIMESTAMP(6); its precision must be 0 to 3");
        assertThatThrownBy(() -> TableLayout.of(type(
                        DataTypes.FIELD("id", DataTypes.STRING()),
                        DataTypes.FIELD(
                                "f",
                                DataTypes.ROW(DataTypes.FIELD("m", DataTypes.MAP(DataTypes.INT(), DataTypes.INT())))))))
                .hasMessageContaining("column 'f.m'");
    }

    private static RowType type(DataTypes.Field... fields) {
        return (RowType) DataTypes.ROW(fields).getLogicalType();
    }

    private static RowDataSerializer open(Nulls nulls) throws Exception {
        RowDataSerializer serializer = InstantiationUtil.clone(new RowDataSerializer(
                TABLE, new RowWriting(nulls, null, Durability.USE_DEFAULT), MetadataPositions.NONE));
        serializer.open();
        return serializer;
    }

    private static RowData row(RowKind kind, @Nullable String id, @Nullable String a, @Nullable Integer b) {
        return GenericRowData.ofKind(kind, StringData.fromString(id), GenericRowData.of(StringData.fromString(a), b));
    }
}
