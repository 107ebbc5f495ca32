package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@NullUnmarked // Null is among what is tested.
class CellTest {

    private static final byte[] ROW = Bytes.toBytes("row");
    private static final byte[] F = Bytes.toBytes("f");
    private static final byte[] Q = Bytes.toBytes("q");

    @ParameterizedTest
    @EnumSource(CellBuilderType.class)
    void build_allParts_copiesThem(CellBuilderType type) {
        byte[] value = Bytes.toBytes("xvaluex");
        Cell cell = CellBuilderFactory.create(type)
                .setRow(ROW)
                .setFamily(F)
                .setQualifier(Q)
                .setTimestamp(5)
                .setType(Cell.Type.Put)
                .setValue(value, 1, 5)
                .build();
        value[2] = 0;
        assertThat(CellUtil.cloneRow(cell)).isEqualTo(ROW);
        assertThat(CellUtil.cloneFamily(cell)).isEqualTo(F);
        assertThat(CellUtil.cloneQualifier(cell)).isEqualTo(Q);
        assertThat(CellUtil.cloneValue(cell)).isEqualTo(Bytes.toBytes("value"));
        assertThat(cell.getTimestamp()).isEqualTo(5);
        assertThat(cell.getType()).isEqualTo(Cell.Type.Put);
        assertThat(cell.getSerializedSize()).isEqualTo(20 + 3 + 1 + 1 + 5);
    }

    @Test
    void build_rowFamilyAndTypeOnly_hasDefaults() {
        Cell cell = builder().setQualifier(null).setValue(null).build();
        assertThat(cell.getTimestamp()).isEqualTo(HConstants.LATEST_TIMESTAMP);
        assertThat(cell.getQualifierLength()).isZero();
        assertThat(cell.getValueLength()).isZero();
    }

    @Test
    void build_partMissingOrTooLong_refused() {
        assertRefused(builder().setType(null), "type");
        assertRefused(builder().setRow(null), "row");
        assertRefused(builder().setRow(new byte[0]), "row");
        assertRefused(builder().setRow(new byte[32_768]), "32768");
        assertRefused(builder().setFamily(null), "family");
        assertRefused(builder().setFamily(new byte[128]), "128");
        assertRefused(builder().setTimestamp(-1), "timestamp");
        assertRefused(builder().clear(), "type");
        assertRefused(builder().clear().setType(Cell.Type.Put), "row");
    }

    private static CellBuilder builder() {
        return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                .setRow(ROW)
                .setFamily(F)
                .setType(Cell.Type.Put);
    }

    private static void assertRefused(CellBuilder builder, String part) {
        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining(part);
    }

    @Test
    void types_haveHBasesCodes() {
        assertThat(Cell.Type.values()).hasSameSizeAs(org.apache.hadoop.hbase.Cell.Type.values());
        for (Cell.Type type : Cell.Type.values()) {
            assertThat(type.getCode())
                    .isEqualTo(org.apache.hadoop.hbase.Cell.Type.valueOf(type.name())
                            .getCode());
            assertThat(Cell.Type.of(type.getCode())).isEqualTo(type);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Cell.Type.of((byte) 255));
    }

    @Test
    void matching_comparesPartByPart() {
        Cell cell = builder().setQualifier(Q).setValue(F).build();
        Cell sameColumn = builder().setRow(Q).setQualifier(Q).build();
        Cell otherColumn = builder().setQualifier(ROW).build();
        assertThat(CellUtil.matchingRow(cell, ROW)).isTrue();
        assertThat(CellUtil.matchingRow(cell, sameColumn)).isFalse();
        assertThat(CellUtil.matchingRow(cell, otherColumn)).isTrue();
        assertThat(CellUtil.matchingFamily(cell, F)).isTrue();
        assertThat(CellUtil.matchingFamily(cell, Q)).isFalse();
        assertThat(CellUtil.matchingFamily(cell, sameColumn)).isTrue();
        assertThat(CellUtil.matchingQualifier(cell, Q)).isTrue();
        assertThat(CellUtil.matchingQualifier(cell, (byte[]) null)).isFalse();
        assertThat(CellUtil.matchingQualifier(builder().build(), (byte[]) null)).isTrue();
        assertThat(CellUtil.matchingQualifier(cell, otherColumn)).isFalse();
        assertThat(CellUtil.matchingColumn(cell, F, Q)).isTrue();
        assertThat(CellUtil.matchingColumn(cell, Q, Q)).isFalse();
        assertThat(CellUtil.matchingColumn(cell, sameColumn)).isTrue();
        assertThat(CellUtil.matchingColumn(cell, otherColumn)).isFalse();
        assertThat(CellUtil.matchingValue(cell, F)).isTrue();
        assertThat(CellUtil.matchingValue(cell, Q)).isFalse();
    }
}
