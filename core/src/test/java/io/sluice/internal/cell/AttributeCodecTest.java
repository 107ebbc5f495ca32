package io.sluice.internal.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttributeCodecTest {
    private static final int BEFORE = 3;

    @Test
    void none_haveNoBytes() {
        assertThat(AttributeCodec.encodedSize(Map.of())).isZero();
        AttributeCodec.encode(Map.of(), new byte[0], 0, 0);
        AttributeCodec.decode(new byte[5], 5, 0, (name, value) -> {
            throw new AssertionError(name);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_ttl", "größe", "ä", "a\ud83d\ude00b", "VISIBILITY"})
    void anyName_isReadByHBaseAndBack(String name) throws IOException {
        assertRoundTrip(Map.of(name, new byte[] {1, 2}));
    }

    /** Lengths of one, two and three bytes, of the value and of the pair. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 120, 127, 128, 16_370, 16_384, 100_000})
    void anyValue_isReadByHBaseAndBack(int length) throws IOException {
        byte[] value = new byte[length];
        Arrays.fill(value, (byte) 0xf7);
        assertRoundTrip(Map.of("name", value));
    }

    @Test
    void several_keepTheirOrder() throws IOException {
        Map<String, byte[]> attributes = new LinkedHashMap<>();
        attributes.put("z", new byte[] {1});
        attributes.put("a".repeat(200), new byte[300]);
        attributes.put("", new byte[0]);
        assertRoundTrip(attributes);
    }

    /** Java has no bytes for half of a surrogate pair but a question mark. */
    @ParameterizedTest
    @ValueSource(strings = {"\udc00", "a\ud800b", "ä\ud800"})
    void halfOfASurrogatePair_isAQuestionMark(String name) {
        Map<String, byte[]> attributes = Map.of(name, new byte[0]);
        byte[] bytes = encoded(attributes);

        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        assertThat(Arrays.copyOfRange(bytes, BEFORE + 4, BEFORE + 4 + utf8.length))
                .isEqualTo(utf8);
    }

    @Test
    void otherLengthThanReserved_isRefused_beforeAnythingIsWritten() {
        byte[] target = new byte[100];
        Map<String, byte[]> attributes = Map.of("name", new byte[] {1});
        int size = AttributeCodec.encodedSize(attributes);

        assertThatThrownBy(() -> AttributeCodec.encode(attributes, target, 0, size - 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("attributes of 11 bytes where 10 are reserved");
        assertThatThrownBy(() -> AttributeCodec.encode(attributes, target, 0, size + 1))
                .isInstanceOf(IllegalStateException.class);
        assertThat(target).containsOnly(0);
    }

    private static void assertRoundTrip(Map<String, byte[]> attributes) throws IOException {
        byte[] bytes = encoded(attributes);
        int length = bytes.length - 2 * BEFORE;

        Map<String, byte[]> theirs = new LinkedHashMap<>();
        MutationProto.parseFrom(Arrays.copyOfRange(bytes, BEFORE, BEFORE + length))
                .getAttributeList()
                .forEach(pair -> theirs.put(pair.getName(), pair.getValue().toByteArray()));
        Map<String, byte[]> ours = new LinkedHashMap<>();
        AttributeCodec.decode(bytes, BEFORE, length, ours::put);

        assertSame(theirs, attributes);
        assertSame(ours, attributes);
    }

    private static void assertSame(Map<String, byte[]> actual, Map<String, byte[]> expected) {
        assertThat(actual.keySet()).containsExactlyElementsOf(expected.keySet());
        expected.forEach((name, value) -> assertThat(actual.get(name)).isEqualTo(value));
    }

    /** With as many bytes before as behind, none of which is written. */
    private static byte[] encoded(Map<String, byte[]> attributes) {
        int length = AttributeCodec.encodedSize(attributes);
        byte[] bytes = new byte[length + 2 * BEFORE];
        AttributeCodec.encode(attributes, bytes, BEFORE, length);
        assertThat(Arrays.copyOf(bytes, BEFORE)).containsOnly(0);
        assertThat(Arrays.copyOfRange(bytes, BEFORE + length, bytes.length)).containsOnly(0);
        return bytes;
    }
}
