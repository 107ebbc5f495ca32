package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BytesOracleTest {

    private static final int ROUNDS = 5_000;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 4);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void numbers_random_sameBytesAndBack(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            long number = random.nextLong() >> random.nextInt(64);
            assertThat(Bytes.toBytes(number)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytes(number));
            assertThat(Bytes.toLong(Bytes.toBytes(number))).isEqualTo(number);
            assertThat(Bytes.toBytes((int) number)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytes((int) number));
            assertThat(Bytes.toInt(Bytes.toBytes((int) number))).isEqualTo((int) number);
            assertThat(Bytes.toBytes((short) number))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytes((short) number));
            assertThat(Bytes.toShort(Bytes.toBytes((short) number))).isEqualTo((short) number);
            double real = Double.longBitsToDouble(number);
            assertThat(Bytes.toBytes(real)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytes(real));
            assertThat((Object) Bytes.toDouble(Bytes.toBytes(real))).isEqualTo((Object) real);
            float small = Float.intBitsToFloat((int) number);
            assertThat(Bytes.toBytes(small)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytes(small));
            assertThat((Object) Bytes.toFloat(Bytes.toBytes(small))).isEqualTo((Object) small);
            byte[] padded = Bytes.add(new byte[3], Bytes.toBytes(number), new byte[1]);
            assertThat(Bytes.toLong(padded, 3)).isEqualTo(number);
            assertThat(Bytes.toInt(padded, 7)).isEqualTo((int) number);
            assertThat(Bytes.toShort(padded, 9)).isEqualTo((short) number);
        }
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void arrays_random_sameAsHBase(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] left = bytes(random);
            byte[] right = random.nextInt(3) == 0 ? Bytes.padTail(left, random.nextInt(3)) : bytes(random);
            assertThat(Integer.signum(Bytes.compareTo(left, right)))
                    .isEqualTo(Integer.signum(org.apache.hadoop.hbase.util.Bytes.compareTo(left, right)))
                    .isEqualTo(Integer.signum(Bytes.BYTES_COMPARATOR.compare(left, right)));
            assertThat(Bytes.equals(left, right)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.equals(left, right));
            assertThat(Bytes.startsWith(right, left))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.startsWith(right, left));
            assertThat(Bytes.hashCode(left)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.hashCode(left));
            assertThat(Bytes.add(left, right)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.add(left, right));
            assertThat(Bytes.add(left, right, left))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.add(left, right, left));
            int length = random.nextInt(12);
            assertThat(Bytes.head(left, length)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.head(left, length));
            assertThat(Bytes.tail(left, length)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.tail(left, length));
            assertThat(Bytes.padHead(left, length)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.padHead(left, length));
            assertThat(Bytes.padTail(left, length)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.padTail(left, length));
            assertThat(Bytes.toBytes(ByteBuffer.wrap(left)))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytes(ByteBuffer.wrap(left)));
            assertThat(Bytes.copy(left)).isEqualTo(left).isNotSameAs(left);
        }
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void slices_random_sameAsHBase(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] left = bytes(random);
            byte[] right = bytes(random);
            int leftFrom = random.nextInt(left.length + 1);
            int leftLength = random.nextInt(left.length - leftFrom + 1);
            int rightFrom = random.nextInt(right.length + 1);
            int rightLength = random.nextInt(right.length - rightFrom + 1);
            assertThat(Integer.signum(Bytes.compareTo(left, leftFrom, leftLength, right, rightFrom, rightLength)))
                    .isEqualTo(Integer.signum(org.apache.hadoop.hbase.util.Bytes.compareTo(
                            left, leftFrom, leftLength, right, rightFrom, rightLength)));
            assertThat(Bytes.equals(left, leftFrom, leftLength, right, rightFrom, rightLength))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.equals(
                            left, leftFrom, leftLength, right, rightFrom, rightLength));
            assertThat(Bytes.hashCode(left, leftFrom, leftLength))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.hashCode(left, leftFrom, leftLength));
            assertThat(Bytes.copy(left, leftFrom, leftLength))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.copy(left, leftFrom, leftLength));
            assertThat(Bytes.toString(left, leftFrom, leftLength))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toString(left, leftFrom, leftLength));
            assertThat(Bytes.toStringBinary(left, leftFrom, leftLength))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toStringBinary(left, leftFrom, leftLength));
        }
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void text_random_sameAsHBaseAndBack(long seed) {
        Random random = new Random(seed);
        String alphabet = "\\\\xxX0019aAfFgé~\u0000\ud83d\ude00 ";
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = bytes(random);
            assertThat(Bytes.toStringBinary(bytes)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toStringBinary(bytes));
            assertThat(Bytes.toBytesBinary(Bytes.toStringBinary(bytes))).isEqualTo(bytes);
            assertThat(Bytes.toString(bytes)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toString(bytes));
            assertThat(Bytes.toHex(bytes)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toHex(bytes));
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertThat(Bytes.toBytes(text.toString()))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytes(text.toString()));
            // HBase reads past the end of a text that breaks off within an escape.
            String closed = text + "....";
            assertThat(Bytes.toBytesBinary(closed))
                    .as(closed)
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytesBinary(closed));
        }
    }

    @Test
    void nulls_sameAsHBase() {
        assertThat(Bytes.len(null)).isZero();
        assertThat(Bytes.toString(null)).isNull();
        assertThat(Bytes.toStringBinary(null)).isEqualTo("null");
        assertThat(Bytes.equals((byte[]) null, (byte[]) null)).isTrue();
        assertThat(Bytes.equals(null, new byte[0])).isFalse();
        assertThat(Bytes.startsWith(null, new byte[0])).isFalse();
        assertThat(Bytes.startsWith(new byte[0], null)).isFalse();
        assertThat(Bytes.copy(null)).isNull();
        assertThat(Bytes.toBytesBinary("a\\x")).containsExactly('a', 'x');
    }

    @Test
    void booleans_sameAsHBase() {
        assertThat(Bytes.toBytes(true)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytes(true));
        assertThat(Bytes.toBytes(false)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytes(false));
        assertThat(Bytes.toBoolean(new byte[] {1})).isTrue();
        assertThat(Bytes.toBoolean(new byte[] {0})).isFalse();
    }

    @Test
    void numbers_wrongLength_refusedWithBothLengths() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bytes.toLong(new byte[7]))
                .withMessageContaining("7")
                .withMessageContaining("8");
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.toInt(new byte[5]));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.toShort(new byte[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.toBoolean(new byte[2]));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.toLong(new byte[9], 2));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.toInt(new byte[9], -1));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void numbers_putIntoArrays_sameAsHBase(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            long number = random.nextLong() >> random.nextInt(64);
            byte[] ours = bytes(random, 20);
            byte[] theirs = ours.clone();
            int offset = random.nextInt(12);
            assertThat(Bytes.putLong(ours, offset, number))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.putLong(theirs, offset, number));
            assertThat(Bytes.putInt(ours, offset + 2, (int) number))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.putInt(theirs, offset + 2, (int) number));
            assertThat(Bytes.putShort(ours, offset + 1, (short) number))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.putShort(theirs, offset + 1, (short) number));
            assertThat(Bytes.putAsShort(ours, offset + 5, (int) number))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.putAsShort(theirs, offset + 5, (int) number));
            assertThat(Bytes.putByte(ours, offset, (byte) number))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.putByte(theirs, offset, (byte) number));
            assertThat(ours).isEqualTo(theirs);
            double real = Double.longBitsToDouble(number);
            assertThat(Bytes.putDouble(ours, offset, real))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.putDouble(theirs, offset, real));
            assertThat(Bytes.putFloat(ours, offset + 3, (float) real))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.putFloat(theirs, offset + 3, (float) real));
            ByteBuffer rest = ByteBuffer.wrap(bytes(random, 8), 2, 5);
            assertThat(Bytes.putByteBuffer(ours, offset, rest.duplicate()))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.putByteBuffer(theirs, offset, rest.duplicate()));
            assertThat(Bytes.putBytes(ours, offset, rest.array(), 1, 6))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.putBytes(theirs, offset, rest.array(), 1, 6));
            assertThat(ours).isEqualTo(theirs);
            assertThat(Bytes.toLong(ours, offset, 8))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toLong(ours, offset, 8));
            assertThat(Bytes.toInt(ours, offset, 4))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toInt(ours, offset, 4));
            assertThat(Bytes.toShort(ours, offset, 2))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toShort(ours, offset, 2));
            // As objects: NaN is not equal to itself.
            assertThat((Object) Bytes.toDouble(ours, offset))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toDouble(ours, offset));
            assertThat((Object) Bytes.toFloat(ours, offset))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toFloat(ours, offset));
        }
    }

    @Test
    void numbers_putWhereThereIsNoRoom_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.putLong(new byte[8], 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.putInt(new byte[3], 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.putShort(new byte[2], -1, (short) 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.toLong(new byte[9], 0, 9));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.fromHex("abc"));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void decimals_random_sameAsHBaseAndBack(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            BigDecimal decimal = new BigDecimal(new BigInteger(random.nextInt(100), random), random.nextInt(40) - 20);
            byte[] bytes = Bytes.toBytes(decimal);
            assertThat(bytes).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBytes(decimal));
            assertThat(Bytes.toBigDecimal(bytes)).isEqualTo(decimal);
            assertThat(Bytes.toBigDecimal(Bytes.add(new byte[2], bytes, new byte[1]), 2, bytes.length))
                    .isEqualTo(decimal);
        }
        assertThat(Bytes.toBigDecimal(new byte[4])).isNull();
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void searches_random_sameAsHBase(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = bytes(random);
            byte[] wanted = bytes(random, random.nextInt(3));
            assertThat(Bytes.indexOf(bytes, wanted))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.indexOf(bytes, wanted));
            assertThat(Bytes.contains(bytes, wanted))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.contains(bytes, wanted));
            byte one = (byte) random.nextInt(256);
            assertThat(Bytes.indexOf(bytes, one)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.indexOf(bytes, one));
            assertThat(Bytes.contains(bytes, one)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.contains(bytes, one));
            byte[] other = bytes(random);
            int length = Math.min(bytes.length, other.length);
            assertThat(Bytes.findCommonPrefix(bytes, other, bytes.length, other.length, 0, 0))
                    .isLessThanOrEqualTo(length)
                    .isEqualTo(commonPrefix(bytes, other));
            byte[][] sorted = {bytes(random), bytes(random), bytes(random), bytes(random)};
            List<byte[]> list = List.of(sorted);
            assertThat(Bytes.isSorted(list)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.isSorted(list));
            Arrays.sort(sorted, Bytes.BYTES_COMPARATOR);
            assertThat(Bytes.binarySearch(sorted, bytes, 0, bytes.length))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.binarySearch(sorted, bytes, 0, bytes.length));
            assertThat(Bytes.equals(bytes, ByteBuffer.wrap(other)))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.equals(bytes, ByteBuffer.wrap(other)));
            assertThat(Bytes.equals(list, List.of(sorted)))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.equals(list, List.of(sorted)));
        }
    }

    private static int commonPrefix(byte[] left, byte[] right) {
        int length = 0;
        while (length < Math.min(left.length, right.length) && left[length] == right[length]) {
            length++;
        }
        return length;
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void arithmetic_random_sameAsHBase(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] ours = bytes(random, 1 + random.nextInt(8));
            byte[] theirs = ours.clone();
            // HBase goes wrong with amounts beyond an int.
            int amount = random.nextInt() >> random.nextInt(32);
            byte[] sum = Bytes.incrementBytes(ours, amount);
            assertThat(sum).isEqualTo(org.apache.hadoop.hbase.util.Bytes.incrementBytes(theirs, amount));
            assertThat(ours).isEqualTo(theirs);
            byte[] bytes = bytes(random);
            assertThat(Bytes.unsignedCopyAndIncrement(bytes))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.unsignedCopyAndIncrement(bytes));
            int times = random.nextInt(4) - 1;
            assertThat(Bytes.multiple(bytes, times))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.multiple(bytes, times));
            assertThat(Bytes.add(new byte[][] {bytes, sum, bytes}))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.add(new byte[][] {bytes, sum, bytes}));
        }
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void splits_random_sameAsHBase(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] one = bytes(random, 1 + random.nextInt(5));
            byte[] two = bytes(random, 1 + random.nextInt(5));
            int length = Math.max(one.length, two.length);
            int order = Bytes.compareTo(Arrays.copyOf(one, length), Arrays.copyOf(two, length));
            if (order == 0) {
                continue;
            }
            byte[] start = order < 0 ? one : two;
            byte[] stop = order < 0 ? two : one;
            int splits = 1 + random.nextInt(9);
            boolean inclusive = random.nextBoolean();
            assertThat(Bytes.split(start, stop, inclusive, splits))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.split(start, stop, inclusive, splits));
            assertThat(Bytes.split(start, stop, splits))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.split(start, stop, splits));
            assertThatIllegalArgumentException().isThrownBy(() -> Bytes.split(stop, start, splits));
        }
    }

    @Test
    void texts_sameAsHBase() {
        String[] texts = {"a", "b\\x00", "\u00e4"};
        assertThat(Bytes.toByteArrays(texts)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.toByteArrays(texts));
        assertThat(Bytes.toBinaryByteArrays(texts))
                .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBinaryByteArrays(texts));
        assertThat(Bytes.getUtf8ByteArrays(List.of(texts)))
                .containsExactlyElementsOf(org.apache.hadoop.hbase.util.Bytes.getUtf8ByteArrays(List.of(texts)));
        byte[] bytes = Bytes.toBytes("abcdef");
        assertThat(Bytes.toString(bytes, 2)).isEqualTo("cdef");
        assertThat(Bytes.toString(bytes, 7)).isEmpty();
        assertThat(Bytes.toString(bytes, "-", bytes)).isEqualTo("abcdef-abcdef");
        assertThat(Bytes.toHex(bytes, 1, 2)).isEqualTo("6263");
        assertThat(Bytes.fromHex("00fFAb")).isEqualTo(org.apache.hadoop.hbase.util.Bytes.fromHex("00fFAb"));
        for (byte digit : Bytes.toBytes("0123456789ABCDEF")) {
            assertThat(Bytes.toBinaryFromHex(digit))
                    .isEqualTo(org.apache.hadoop.hbase.util.Bytes.toBinaryFromHex(digit));
        }
        assertThat(Bytes.hashCode(bytes, 3)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.hashCode(bytes, 3));
        assertThat(Bytes.mapKey(bytes)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.mapKey(bytes));
        assertThat(Bytes.createMaxByteArray(3)).isEqualTo(org.apache.hadoop.hbase.util.Bytes.createMaxByteArray(3));
        Bytes.zero(bytes, 1, 2);
        assertThat(bytes).startsWith('a', 0, 0, 'd');
        Bytes.zero(bytes);
        assertThat(bytes).containsOnly(0);
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(12)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte)
                    (random.nextBoolean() ? random.nextInt(256) : "a\\x0F\u00ff\u0080".charAt(random.nextInt(7)));
        }
        return bytes;
    }
}
