package io.sluice.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class GeneratedPartTest {
    private static final String BEGIN = "<!-- generated: figures -->";
    private static final String END = "<!-- end of generated -->";

    @Test
    void replace_document_changesOnlyWhatIsBetween() {
        String document = "before\n" + BEGIN + "\nold\nolder\n" + END + "\nafter\n";
        String expected = "before\n" + BEGIN + "\n\nnew\n\n" + END + "\nafter\n";
        assertThat(GeneratedPart.replace(document, "new\n")).isEqualTo(expected);
    }

    @Test
    void replace_again_changesNothing() {
        String once = GeneratedPart.replace(BEGIN + END, "\n$1 \\ new\n");
        assertThat(once).contains("$1 \\ new");
        assertThat(GeneratedPart.replace(once, "\n$1 \\ new\n")).isEqualTo(once);
    }

    @Test
    void replace_linesNotOnceAndInOrder_isRefused() {
        for (String document : List.of("", BEGIN, END, END + BEGIN, BEGIN + END + END, BEGIN + BEGIN + END)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GeneratedPart.replace(document, "new"))
                    .withMessageContaining(BEGIN)
                    .withMessageContaining(END);
        }
    }
}
