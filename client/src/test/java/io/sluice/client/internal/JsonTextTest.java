package io.sluice.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Read back by a parser of somebody else's. */
class JsonTextTest {
    private final ObjectMapper mapper = new ObjectMapper();

    /** Of all kinds. */
    public record Sample(
            String text,
            @Nullable String nothing,
            long number,
            double fraction,
            boolean flag,
            Thread.State word,
            Instant time,
            List<Object> list,
            Map<String, Integer> map,
            Empty empty) {}

    /** Without components. */
    public record Empty() {}

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    @Test
    void record_hasItsComponentsInTheirOrder() throws Exception {
        Sample sample = new Sample(
                "x",
                null,
                Long.MIN_VALUE,
                1e-300,
                true,
                Thread.State.NEW,
                Instant.ofEpochSecond(5),
                Arrays.asList(1, null, "a", Map.of(), List.of()),
                Map.of("b", 2, "a", 1),
                new Empty());
        String json = JsonText.of(sample);
        assertThat(json)
                .isEqualTo("{\"text\":\"x\",\"nothing\":null,\"number\":-9223372036854775808,\"fraction\":1.0E-300,"
                        + "\"flag\":true,\"word\":\"NEW\",\"time\":\"1970-01-01T00:00:05Z\","
                        + "\"list\":[1,null,\"a\",{},[]],\"map\":{\"a\":1,\"b\":2},\"empty\":{}}");
        JsonNode read = mapper.readTree(json);
        assertThat(read.get("number").asLong()).isEqualTo(Long.MIN_VALUE);
        assertThat(read.get("fraction").asDouble()).isEqualTo(1e-300);
    }

    @Test
    void numbersThatJsonHasNot_areNull() {
        assertThat(JsonText.of(List.of(Double.NaN, Double.POSITIVE_INFINITY))).isEqualTo("[null,null]");
    }

    @Test
    void everyCharacter_isReadBackAsItself() throws Exception {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            all.append((char) c);
        }
        String json = JsonText.of(all.toString());
        assertThat(json.chars().allMatch(c -> c >= ' ' && c <= '~')).isTrue();
        assertThat(mapper.readTree(json).asText()).isEqualTo(all.toString());
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void anyTextAsNameAndValue_isReadBack(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(40); i > 0; i--) {
            text.appendCodePoint(random.nextInt(4) == 0 ? random.nextInt(0x20) : random.nextInt(0x20, 0xd000));
        }
        String value = text + "\"\\/";
        JsonNode read = mapper.readTree(JsonText.of(Map.of(value, List.of(value))));
        assertThat(read.get(value).get(0).asText()).isEqualTo(value);
    }
}
