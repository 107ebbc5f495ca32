package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@NullUnmarked // Null is among what is tested.
class TableNameTest {

    private static final int ROUNDS = 5_000;

    private static final String[] PIECES = {
        ":",
        "a",
        "B",
        "9",
        "_",
        "-",
        ".",
        " ",
        "/",
        "é",
        "ß",
        "\u0000",
        "\u0661",
        "日",
        "\ud83d\ude00",
        "\ud83d",
        "\u00aa",
        "\u200b",
        "default",
        "hbase",
        "meta",
        "zookeeper",
        "-ROOT-",
        ".META.",
        "default:",
        "ns:",
        ":"
    };

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 4);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void valueOf_randomName_legalExactlyWhenHBaseSaysSo(long seed) {
        Random random = new Random(seed);
        int legal = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String name = name(random);
            if (assertSameAsHBase(name)) {
                legal++;
            }
            assertSameInTwoParts(name(random), name(random));
        }
        assertThat(legal).isBetween(ROUNDS / 20, ROUNDS - ROUNDS / 20);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void valueOf_randomBytes_legalExactlyWhenHBaseSaysSo(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] name = Bytes.toBytes(name(random));
            if (name.length > 0 && random.nextInt(3) == 0) {
                name[random.nextInt(name.length)] = (byte) random.nextInt(256);
            }
            TableName ours = ours(name);
            org.apache.hadoop.hbase.TableName theirs = theirs(name);
            assertThat(ours == null).as(Bytes.toStringBinary(name)).isEqualTo(theirs == null);
            if (ours != null && theirs != null) {
                assertThat(ours.getName()).isEqualTo(theirs.getName());
            }
        }
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int pieces = random.nextInt(5); pieces > 0; pieces--) {
            if (random.nextInt(20) == 0) {
                name.append((char) random.nextInt(0x10000));
            } else {
                name.append(PIECES[random.nextInt(random.nextBoolean() ? 7 : PIECES.length)]);
            }
        }
        return name.toString();
    }

    /** Compares all that can be seen of the name; returns whether it is legal. */
    private static boolean assertSameAsHBase(String name) {
        TableName ours = ours(name);
        org.apache.hadoop.hbase.TableName theirs = theirs(name);
        assertThat(ours == null).as(name).isEqualTo(theirs == null);
        if (ours == null || theirs == null) {
            return false;
        }
        assertThat(ours.getName()).isEqualTo(theirs.getName()).isEqualTo(ours.toBytes());
        assertThat(ours.getNameAsString()).isEqualTo(theirs.getNameAsString()).isEqualTo(ours.toString());
        assertThat(ours.getNameWithNamespaceInclAsString()).isEqualTo(theirs.getNameWithNamespaceInclAsString());
        assertThat(ours.getNamespace()).isEqualTo(theirs.getNamespace());
        assertThat(ours.getNamespaceAsString()).isEqualTo(theirs.getNamespaceAsString());
        assertThat(ours.getQualifier()).isEqualTo(theirs.getQualifier());
        assertThat(ours.getQualifierAsString()).isEqualTo(theirs.getQualifierAsString());
        assertThat(ours.isSystemTable()).isEqualTo(theirs.isSystemTable());
        assertThat(ours).isEqualTo(TableName.valueOf(ours.getName()));
        assertThat(ours).hasSameHashCodeAs(TableName.valueOf(ours.getName()));
        return true;
    }

    private static void assertSameInTwoParts(String namespace, String qualifier) {
        TableName ours;
        try {
            ours = TableName.valueOf(namespace, qualifier);
        } catch (IllegalArgumentException e) {
            ours = null;
        }
        org.apache.hadoop.hbase.TableName theirs;
        try {
            theirs = org.apache.hadoop.hbase.TableName.valueOf(namespace, qualifier);
        } catch (IllegalArgumentException e) {
            theirs = null;
        }
        assertThat(ours == null ? null : ours.getNameAsString())
                .as(namespace + "|" + qualifier)
                .isEqualTo(theirs == null ? null : theirs.getNameAsString());
    }

    private static TableName ours(Object name) {
        try {
            return name instanceof String text ? TableName.valueOf(text) : TableName.valueOf((byte[]) name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static org.apache.hadoop.hbase.TableName theirs(Object name) {
        try {
            return name instanceof String text
                    ? org.apache.hadoop.hbase.TableName.valueOf(text)
                    : org.apache.hadoop.hbase.TableName.valueOf((byte[]) name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', qualifier is empty",
        "a b, 'a b', U+0020 at 1",
        "a/b, 'a/b', '''/'' at 1'",
        "-x, -x, starts with '-'",
        ".x, .x, starts with '.'",
        "a:b:c, 'a:b:c', ''':'' at 1'",
        ":x, ':x', namespace is empty",
        "x:, 'x:', qualifier is empty",
        "zookeeper, zookeeper, reserved",
        ".META., .META., reserved"
    })
    void valueOf_illegalName_namesValueAndReason(String name, String shown, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableName.valueOf(name))
                .withMessageContaining("'" + shown + "'")
                .withMessageContaining(reason);
        assertThat(theirs(name)).isNull();
    }

    @Test
    void valueOf_null_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TableName.valueOf((String) null));
        assertThatIllegalArgumentException().isThrownBy(() -> TableName.valueOf((byte[]) null));
        assertThatIllegalArgumentException().isThrownBy(() -> TableName.valueOf("ns", null));
        assertThat(TableName.valueOf(null, "t").getNameAsString()).isEqualTo("t");
    }

    @Test
    void valueOf_longIllegalName_messageIsShort() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableName.valueOf("x".repeat(5_000) + "!"))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250).contains("5001 characters"));
    }

    @Test
    void metaTableName_isSystemTable() {
        assertThat(TableName.META_TABLE_NAME.getNameAsString()).isEqualTo("hbase:meta");
        assertThat(TableName.META_TABLE_NAME.isSystemTable()).isTrue();
        assertThat(TableName.valueOf("hbase")).isNotEqualTo(TableName.META_TABLE_NAME);
        assertThat(TableName.valueOf("a")).isLessThan(TableName.valueOf("b"));
    }
}
