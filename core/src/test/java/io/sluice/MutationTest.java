package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@NullUnmarked // Null is among what is tested.
class MutationTest {

    private static final byte[] ROW = Bytes.toBytes("row");
    private static final byte[] F = Bytes.toBytes("f");
    private static final byte[] Q = Bytes.toBytes("q");
    private static final byte[] V = Bytes.toBytes("value");

    static Stream<Function<byte[], Mutation>> rowConstructors() {
        return Stream.of(
                Put::new,
                row -> new Put(row, 1L),
                row -> new Put(row, true),
                row -> new Put(row, 1L, false),
                row -> new Put(row == null ? null : ByteBuffer.wrap(row)),
                row -> new Put(row, 0, Bytes.len(row)),
                Delete::new,
                row -> new Delete(row, 1L),
                row -> new Delete(row, 0, Bytes.len(row)),
                Increment::new,
                row -> new Increment(row, 0, Bytes.len(row)),
                Append::new,
                row -> new Append(row, 0, Bytes.len(row)));
    }

    @ParameterizedTest
    @MethodSource("rowConstructors")
    void constructor_badRow_refused(Function<byte[], Mutation> constructor) {
        assertRefused(() -> constructor.apply(null), "row must not be null");
        assertRefused(() -> constructor.apply(new byte[0]), "row must not be empty");
        assertRefused(() -> constructor.apply(new byte[32_768]), "32768 bytes", "longer than 32767");
        assertThat(constructor.apply(new byte[32_767]).getRow()).hasSize(32_767);
        assertThat(constructor.apply(new byte[1]).getRow()).hasSize(1);
    }

    static Stream<Consumer<byte[]>> familyUsers() {
        return Stream.of(
                family -> new Put(ROW).addColumn(family, Q, V),
                family -> new Put(ROW).addColumn(family, Q, 1L, V),
                family -> new Put(ROW).addColumn(family, ByteBuffer.wrap(Q), 1L, ByteBuffer.wrap(V)),
                family -> new Delete(ROW).addFamily(family),
                family -> new Delete(ROW).addFamilyVersion(family, 1),
                family -> new Delete(ROW).addColumn(family, Q),
                family -> new Delete(ROW).addColumns(family, Q),
                family -> new Increment(ROW).addColumn(family, Q, 1),
                family -> new Append(ROW).addColumn(family, Q, V));
    }

    @ParameterizedTest
    @MethodSource("familyUsers")
    void addColumn_badFamily_refused(Consumer<byte[]> user) {
        assertRefused(() -> user.accept(null), "family must not be null");
        assertRefused(() -> user.accept(new byte[0]), "family must not be empty");
        assertRefused(() -> user.accept(new byte[128]), "128 bytes", "longer than 127");
        user.accept(new byte[127]);
    }

    @Test
    void timestamp_negative_refusedEverywhere() {
        List<ThrowingCallable> calls = List.of(
                () -> new Put(ROW, -1L),
                () -> new Put(ROW, -1L, true),
                () -> new Put(ROW, 0, 1, -1L),
                () -> new Put(ByteBuffer.wrap(ROW), -1L),
                () -> new Put(ROW).setTimestamp(-1),
                () -> new Put(ROW).addColumn(F, Q, -1, V),
                () -> new Put(ROW).addColumn(F, ByteBuffer.wrap(Q), -1, ByteBuffer.wrap(V)),
                () -> new Delete(ROW, -1L),
                () -> new Delete(ROW).addFamily(F, -1),
                () -> new Delete(ROW).addFamilyVersion(F, -1),
                () -> new Delete(ROW).addColumn(F, Q, -1),
                () -> new Delete(ROW).addColumns(F, Q, -1),
                () -> new Increment(ROW).setTimestamp(-1),
                () -> new Append(ROW).setTimestamp(-1));
        for (ThrowingCallable call : calls) {
            assertRefused(call, "timestamp", "-1");
        }
        assertRefused(() -> new Put(ROW).setTTL(-5), "TTL", "-5");
        assertThat(new Put(ROW).addColumn(F, Q, Long.MAX_VALUE, V).has(F, Q, HConstants.LATEST_TIMESTAMP))
                .isTrue();
        assertThat(new Put(ROW).addColumn(F, Q, 0, V).has(F, Q, 0)).isTrue();
    }

    private static void assertRefused(ThrowingCallable call, String... parts) {
        assertThatIllegalArgumentException()
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.getMessage()).contains(parts).hasSizeLessThan(400));
    }

    @Test
    void refusedCell_leavesTheMutationAsItWas() {
        Put put = new Put(ROW).addColumn(F, Q, V);
        int size = put.encodedSize();
        assertRefused(() -> put.addColumn(new byte[128], Q, V), "family");
        assertRefused(() -> put.addColumn(F, Q, -1, V), "timestamp");
        assertThat(put.size()).isEqualTo(1);
        assertThat(put.encodedSize()).isEqualTo(size);
        assertThat(put.addColumn(F, Q, V).encodedSize()).isEqualTo(2 * size);
    }

    @Test
    void addColumn_nullQualifierAndValue_countAsEmpty() {
        Put put = new Put(ROW)
                .addColumn(F, (byte[]) null, 3L, (byte[]) null)
                .addColumn(F, (ByteBuffer) null, 4L, (ByteBuffer) null);
        assertThat(put.has(F, null, 3L, null)).isTrue();
        assertThat(put.has(F, new byte[0], 4L, new byte[0])).isTrue();
        assertThat(put.maxCellSize()).isEqualTo(8 + 12 + 3 + 1);
    }

    @Test
    void addImmutable_onlyCell_hasTheSameBytes_andKeepsTheArray() throws IllegalAccessException {
        byte[] value = new byte[1_000];
        Put kept = new Put(ROW).addImmutable(F, Q, 5L, value);
        Put copied = new Put(ROW).addColumn(F, Q, 5L, value);

        assertThat(encoded(kept)).isEqualTo(encoded(copied));
        assertThat(kept.maxCellSize()).isEqualTo(copied.maxCellSize());
        assertThat(kept.heapSize()).isEqualTo(heapBytes(kept));
        Arrays.fill(value, (byte) 7);
        assertThat(encoded(kept)).isEqualTo(encoded(new Put(ROW).addColumn(F, Q, 5L, value)));
        assertThat(encoded(copied)).isNotEqualTo(encoded(kept));
    }

    @Test
    void addImmutable_thenReadOrCopiedOrContinued_isAsIfCopied() {
        byte[] other = {9, 8};
        Put expected =
                new Put(ROW).addColumn(F, Q, V).addColumn(F, other, other).addColumn(F, other, V);
        Put kept = new Put(ROW).addImmutable(F, Q, V);

        assertThat(encoded(new Put(kept))).isEqualTo(encoded(new Put(ROW).addColumn(F, Q, V)));
        assertThat(kept.has(F, Q, V)).isTrue();
        assertThat(kept.getFamilyCellMap().get(F))
                .singleElement()
                .extracting(CellUtil::cloneValue)
                .isEqualTo(V);
        assertThat(encoded(kept)).isEqualTo(encoded(new Put(ROW).addColumn(F, Q, V)));
        assertThat(encoded(new Put(kept).addColumn(F, other, other).addColumn(F, other, V)))
                .isEqualTo(encoded(expected));
        assertThat(encoded(new Put(ROW)
                        .addImmutable(F, Q, V)
                        .addImmutable(F, other, other)
                        .addImmutable(F, other, V)))
                .isEqualTo(encoded(expected));
        assertThat(encoded(new Put(ROW).addImmutable(F, Q, (byte[]) null)))
                .isEqualTo(encoded(new Put(ROW).addColumn(F, Q, (byte[]) null)));
    }

    @Test
    void addImmutable_changedAfterItsSizeWasTaken_copiesThatManyBytes() {
        Put put = new Put(ROW).addImmutable(F, Q, V);
        byte[] before = encoded(put);
        byte[] after = new byte[before.length];
        put.addImmutable(F, V, new byte[5_000]);
        put.copyEncodedTo(after, 0, after.length);
        assertThat(after).isEqualTo(before);
    }

    private static byte[] encoded(Mutation mutation) {
        byte[] bytes = new byte[mutation.encodedSize()];
        mutation.copyEncodedTo(bytes, 0, bytes.length);
        return bytes;
    }

    @Test
    void onePutCell_costsAtMost256Bytes() throws IllegalAccessException {
        Put put = new Put(new byte[16]).addColumn(F, Q, new byte[100]);
        assertThat(put.encodedSize()).isEqualTo(24 + 16 + 1 + 1 + 100);
        assertThat(heapBytes(put)).isLessThanOrEqualTo(256).isEqualTo(put.heapSize());
    }

    /** Object with a 12 byte header and 4 byte references, and the arrays only it has, not the empty ones; in steps of 8. */
    private static long heapBytes(Mutation mutation) throws IllegalAccessException {
        long object = 12;
        long arrays = 0;
        for (Class<?> type = mutation.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                boolean wide = field.getType() == long.class || field.getType() == double.class;
                object += wide ? 8 : 4;
                field.setAccessible(true);
                if (field.get(mutation) instanceof byte[] bytes && bytes.length > 0) {
                    arrays += (16L + bytes.length + 7) / 8 * 8;
                }
            }
        }
        return (object + 7) / 8 * 8 + arrays;
    }

    @Test
    void callersArrays_changedAfterwards_noEffect() {
        byte[] row = ROW.clone();
        byte[] family = F.clone();
        byte[] qualifier = Q.clone();
        byte[] value = V.clone();
        byte[] attribute = {1};
        Put put = new Put(row).addColumn(family, qualifier, value).setAttribute("a", attribute);
        for (byte[] array : List.of(row, family, qualifier, value, attribute)) {
            array[0] = 0;
        }
        assertThat(put.getRow()).isEqualTo(ROW);
        assertThat(put.has(F, Q, V)).isTrue();
        assertThat(put.getAttribute("a")).containsExactly(1);
    }

    @Test
    void rowIsImmutable_keepsTheArray() {
        assertThat(new Put(ROW, true).getRow()).isSameAs(ROW);
        assertThat(new Put(ROW, 1L, true).getRow()).isSameAs(ROW);
        assertThat(new Put(ROW, false).getRow()).isNotSameAs(ROW).isEqualTo(ROW);
    }

    @Test
    void byteBuffers_keepTheirPositions() {
        ByteBuffer row = ByteBuffer.wrap(Bytes.toBytes("xrowx"), 1, 3);
        ByteBuffer value = ByteBuffer.wrap(V);
        Put put = new Put(row).addColumn(F, value, 1, value);
        assertThat(put.getRow()).isEqualTo(ROW);
        assertThat(put.has(F, V, V)).isTrue();
        assertThat(row.remaining()).isEqualTo(3);
        assertThat(value.remaining()).isEqualTo(V.length);
    }

    @Test
    void copy_isIndependent() {
        Put put = new Put(ROW, 7L)
                .addColumn(F, Q, V)
                .setAttribute("a", V)
                .setDurability(Durability.SKIP_WAL)
                .setPriority(9);
        Put copy = new Put(put);
        put.addColumn(F, Q, 9L, V).setAttribute("b", V);
        copy.addColumn(F, V, V);
        assertThat(copy.size()).isEqualTo(2);
        assertThat(copy.has(F, Q, 9L)).isFalse();
        assertThat(put.has(F, V)).isFalse();
        assertThat(copy.getAttributesMap()).containsOnlyKeys("a");
        assertThat(copy.getTimestamp()).isEqualTo(7);
        assertThat(copy.getDurability()).isEqualTo(Durability.SKIP_WAL);
        assertThat(copy.getPriority()).isEqualTo(9);
        assertThat(new Delete(new Delete(ROW).addFamily(F)).size()).isEqualTo(1);
        assertThat(new Increment(new Increment(ROW).addColumn(F, Q, 1)).size()).isEqualTo(1);
        assertThat(new Append(new Append(ROW).addColumn(F, Q, V)).size()).isEqualTo(1);
    }

    @Test
    void views_stayAsTheyWereWhenTheMutationChanges() {
        Delete delete = new Delete(ROW).addColumns(F, Q, 5).addColumns(V, Q, 6);
        NavigableMap<byte[], List<Cell>> before = delete.getFamilyCellMap();
        delete.addFamily(F, 7).addFamily(V, 8);
        for (int i = 0; i < 100; i++) {
            delete.addColumn(F, V, i);
        }
        assertThat(before.get(F).get(0).getTimestamp()).isEqualTo(5);
        assertThat(before.get(F).get(0).getType()).isEqualTo(Cell.Type.DeleteColumn);
        assertThat(before.get(V).get(0).getTimestamp()).isEqualTo(6);
        assertThat(before).hasSize(2);
    }

    @Test
    void addFamily_dropsEarlierCellsOfThatFamilyOnly() {
        Delete delete = new Delete(ROW)
                .addColumns(F, new byte[50])
                .addColumn(V, Q)
                .addFamilyVersion(F, 3)
                .addFamily(F, 9);
        assertThat(delete.size()).isEqualTo(2);
        assertThat(delete.get(F, null)).singleElement().satisfies(cell -> {
            assertThat(cell.getType()).isEqualTo(Cell.Type.DeleteFamily);
            assertThat(cell.getTimestamp()).isEqualTo(9);
        });
        assertThat(delete.has(V, Q)).isTrue();
        assertThat(delete.maxCellSize()).isEqualTo(20 + 3 + V.length + Q.length);
        assertThat(delete.encodedSize()).isEqualTo(24 + 3 + V.length + Q.length + 24 + 3 + F.length);
    }

    @Test
    void delete_nothingAdded_isTheWholeRow() {
        Delete delete = new Delete(ROW, 42L);
        assertThat(delete.isEmpty()).isTrue();
        assertThat(delete.encodedSize()).isZero();
        assertThat(delete.maxCellSize()).isZero();
        assertThat(delete.getTimestamp()).isEqualTo(42);
        delete.copyEncodedTo(new byte[0], 0, 0);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> delete.setTTL(1));
    }

    @Test
    void add_cellOfOtherRowOrKind_refused() throws IOException {
        CellBuilder builder = CellBuilderFactory.create(CellBuilderType.DEEP_COPY);
        Cell other = builder.setRow(V).setFamily(F).setType(Cell.Type.Put).build();
        assertThatExceptionOfType(WrongRowIOException.class)
                .isThrownBy(() -> new Put(ROW).add(other))
                .withMessageContaining("'value'")
                .withMessageContaining("'row'");
        assertRefused(() -> new Append(ROW).add(other), "'value'", "'row'");
        Cell put = builder.setRow(ROW).build();
        Cell delete = builder.setType(Cell.Type.DeleteColumn).build();
        assertRefused(() -> new Delete(ROW).add(put), "Delete", "Put");
        assertRefused(() -> new Append(ROW).add(delete), "Append", "DeleteColumn");
        assertRefused(() -> new Increment(ROW).add(delete), "Increment", "DeleteColumn");
        assertThat(new Append(ROW).add(put).has(F, null)).isTrue();
        assertThat(new Increment(ROW).add(put).has(F, null)).isTrue();
    }

    @Test
    void put_withADeleteMarker_keepsItsType() throws IOException {
        Cell marker = CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                .setRow(ROW)
                .setFamily(F)
                .setQualifier(Q)
                .setType(Cell.Type.DeleteColumn)
                .build();
        Put put = new Put(ROW).addColumn(F, V, V).add(marker);
        assertThat(put.getFamilyCellMap().get(F))
                .extracting(Cell::getType)
                .containsExactlyInAnyOrder(Cell.Type.Put, Cell.Type.DeleteColumn);
    }

    @Test
    void attributes_snapshotNeverChanges() {
        Put put = new Put(ROW);
        assertThat(put.getAttributesMap()).isEmpty();
        assertThat(put.getAttribute("a")).isNull();
        put.setAttribute("a", null).setAttribute("a", V).setAttribute("b", Q);
        Map<String, byte[]> before = put.getAttributesMap();
        put.setAttribute("a", null).setAttribute("c", V);
        assertThat(before).containsOnlyKeys("a", "b");
        assertThat(put.getAttributesMap()).containsOnlyKeys("b", "c");
        put.setAttribute("b", null).setAttribute("c", null);
        assertThat(put.getAttributesMap()).isEmpty();
        assertThatNullPointerException().isThrownBy(() -> put.setAttribute(null, V));
    }

    @Test
    void settings_defaultsAreHBases() {
        Put put = new Put(ROW);
        assertThat(put.getDurability()).isEqualTo(Durability.USE_DEFAULT);
        assertThat(put.getTimestamp()).isEqualTo(HConstants.LATEST_TIMESTAMP);
        assertThat(put.getTTL()).isEqualTo(Long.MAX_VALUE);
        assertThat(put.getId()).isNull();
        assertThat(new Increment(ROW).isReturnResults()).isTrue();
        assertThat(new Append(ROW).setReturnResults(false).isReturnResults()).isFalse();
        assertThatNullPointerException().isThrownBy(() -> put.setDurability(null));
        assertThat(put.getPriority()).isEqualTo(HConstants.PRIORITY_UNSET);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> put.setPriority(-2))
                .withMessageContaining("-2");
        assertThat(put.setTTL(5).getAttribute("_ttl")).isEqualTo(Bytes.toBytes(5L));
    }

    @Test
    void copyEncodedTo_noRoom_refused() {
        Put put = new Put(ROW).addColumn(F, Q, V);
        byte[] destination = new byte[put.encodedSize()];
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> put.copyEncodedTo(destination, 1, put.encodedSize()));
    }

    @Test
    void compareTo_ordersByRow() {
        assertThat((Row) new Put(new byte[] {1})).isLessThan(new Delete(new byte[] {(byte) 0x80}));
        assertThat(new Put(ROW).compareTo(new RowMutations(ROW))).isZero();
    }

    @Test
    void toString_hasNoValueBytes() {
        byte[] secret = Bytes.toBytes("secret");
        Put put = new Put(ROW).addColumn(F, Q, secret);
        assertThat(put.toString()).isEqualTo("Put{row='row', cells=1, bytes=" + put.encodedSize() + "}");
        assertThat(put.get(F, Q).toString()).doesNotContain("secret").contains("row/f:q/LATEST_TIMESTAMP/Put/vlen=6");
    }

    @Test
    void cells_largerThanAnArrayTogether_refusedWithNumbers() throws ReflectiveOperationException {
        Put put = new Put(ROW);
        Field encodedBytes = Mutation.class.getDeclaredField("encodedBytes");
        encodedBytes.setAccessible(true);
        encodedBytes.setInt(put, Integer.MAX_VALUE - 20);
        assertRefused(() -> put.addColumn(F, Q, V), "2147483661", "2147483639");
    }
}
