package io.sluice.loader.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonSourceTest {
    @Test
    void values_areTexts() throws IOException {
        InputRecord record =
                read("{\"s\":\"x\",\"n\":1.50,\"b\":true,\"z\":null,\"o\":{\"p\":{\"q\":2}},\"l\":[1,\"a\"]}")
                        .get(0);
        assertThat(record.columns().names()).containsExactly("s", "n", "b", "z", "o.p.q", "l");
        assertThat(record.values()).containsExactly("x", "1.50", "true", null, "2", "[1,\"a\"]");
    }

    @Test
    void brokenLines_areNamed_andTheOthersRead() throws IOException {
        List<InputRecord> records = read("{\"a\":1}\n{\"a\":\n[1]\n{\"a\":1}{\n\n{\"a\":1,\"a\":2}\n{\"b\":2}\n");
        assertThat(records).extracting(InputRecord::line).containsExactly(1L, 2L, 3L, 4L, 6L, 7L);
        assertThat(records)
                .extracting(record -> record.broken() == null)
                .containsExactly(true, false, false, false, false, true);
        assertThat(records.get(1).broken()).isEqualTo("not JSON: it ends in the middle of a value");
        assertThat(records.get(3).broken()).isEqualTo("more than one JSON value");
        assertThat(records.get(4).broken()).isEqualTo("a member occurs twice, the second time at character 11");
        assertThat(records.get(2).broken()).isEqualTo("not a JSON object");
        assertThat(records.get(5).value("b")).isEqualTo("2");
    }

    @Test
    void reasons_areShort_andOurOwn() throws IOException {
        List<InputRecord> records = read("{\"a\":" + "x".repeat(9_000) + "}\n{\"a\":1\n{a:1}\n" + "[".repeat(2_000)
                + "\n{\"a\":" + "[".repeat(2_000) + "]\n\"" + "y".repeat(9_000) + "\"\n");
        assertThat(records)
                .hasSize(6)
                .allSatisfy(record -> assertThat(record.broken())
                        .isNotNull()
                        .hasSizeLessThan(100)
                        .doesNotContain("Source", "line:", "token", "StreamRead"));
        assertThat(records.get(2).broken()).isEqualTo("not JSON at character 2");
        assertThat(records.get(4).broken()).isEqualTo("JSON with more than 1000 nested values");
    }

    @Test
    void loneSurrogate_breaksItsRecord() throws IOException {
        List<InputRecord> records =
                read("{\"a\":\"\\ud800\"}\n{\"\\udc00\":1}\n{\"a\":[\"x\\ud83dy\"]}\n{\"a\":\"\\ud83d\\ude00\"}\n");
        assertThat(records).extracting(record -> record.broken() != null).containsExactly(true, true, true, false);
        assertThat(records.get(0).broken()).isEqualTo("member 'a' has half a surrogate pair");
        assertThat(records.get(3).value("a")).isEqualTo("\uD83D\uDE00");
    }

    @Test
    void largeText_isRead() throws IOException {
        String large = "x".repeat(21_000_000);
        InputText text = InputText.of(
                new ByteArrayInputStream(("{\"a\":\"" + large + "\"}").getBytes(UTF_8)),
                new InputText.Form(UTF_8, 30_000_000));
        assertThat(DelimitedSourceTest.drain(new JsonSource(text)).get(0).value("a"))
                .isEqualTo(large);
    }

    private static List<InputRecord> read(String text) throws IOException {
        return DelimitedSourceTest.drain(
                new JsonSource(InputText.of(new ByteArrayInputStream(text.getBytes(UTF_8)), DelimitedSourceTest.FORM)));
    }
}
