package io.sluice.examples.loader.input;

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
        assertThat(records.get(1).broken()).startsWith("no JSON");
        assertThat(records.get(2).broken()).isEqualTo("no JSON object");
        assertThat(records.get(5).value("b")).isEqualTo("2");
    }

    private static List<InputRecord> read(String text) throws IOException {
        return DelimitedSourceTest.drain(
                new JsonSource(InputText.of(new ByteArrayInputStream(text.getBytes(UTF_8)), DelimitedSourceTest.FORM)));
    }
}
