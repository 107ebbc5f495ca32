package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
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
        assertThat(Bytes.equals(null, null)).isTrue();
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

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(12)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte)
                    (random.nextBoolean() ? random.nextInt(256) : "a\\x0F\u00ff\u0080".charAt(random.nextInt(7)));
        }
        return bytes;
    }
}
