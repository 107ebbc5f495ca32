package io.sluice.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Delete;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DeadLetterTest {
    @Test
    void letterOfADelete_saysWhatItDeletes_andIsNotReadAsAPut() {
        Delete delete = new Delete(new byte[] {'r'}, 5).addColumns("f".getBytes(UTF_8), new byte[] {'q'}, 5);
        String json = new DeadLetter("t", delete).toJson("", 3, new IOException("no"));
        assertThat(json).contains("\"row\":\"cg==\"", "\"type\":\"DeleteColumn\"", "\"timestamp\":5");
        assertThatThrownBy(() -> DeadLetter.parse(json))
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining("a cell of type DeleteColumn is a delete; only a Put can be written again");
    }

    @Test
    void letterOfARecord_hasItsText_andIsNoRow() {
        String json = DeadLetter.toJson("t", "{\"a\":\n1}", new BadRecordException("column 'a'"));
        assertThat(json)
                .contains("\"record\":\"{\\\"a\\\":\\n1}\"", "column 'a'")
                .endsWith("}\n");
        assertThat(json.strip()).doesNotContain("\n");
        assertThatThrownBy(() -> DeadLetter.parse(json)).isInstanceOf(BadRecordException.class);
    }
}
