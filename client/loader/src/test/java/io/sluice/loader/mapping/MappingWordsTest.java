package io.sluice.loader.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.connectors.ColumnMapping;
import java.util.List;
import org.junit.jupiter.api.Test;

class MappingWordsTest {
    @Test
    void families_ofAKnownHeader_areThoseThatRowsCanHave() {
        assertThat(words("a=x:q", "*=rest").families(List.of("a", "b"))).containsExactly("x", "rest");
        assertThat(words("a=x:q", "*=rest").families(List.of("a"))).containsExactly("x");
        assertThat(words("a=x:q", "*=rest").families(List.of())).containsExactly("x", "rest");
    }

    @Test
    void lines_columnsThatAreNotStored_areNamed() {
        assertThat(words("a=x:q:long").lines(List.of("a", "b", "c")))
                .containsExactly(
                        "  row key       {a}, after one of 4 salts",
                        "  cell          a -> x:q as long",
                        "  not stored    b, c",
                        "  timestamp     0 (1970-01-01T00:00:00Z) of all cells");
    }

    @Test
    void lines_recordsWithColumnsOfTheirOwn_haveAPattern() {
        assertThat(words("a=x", "*=d").lines(List.of()))
                .contains("  cell          a -> x:a as string", "  cell          every other NAME -> d:NAME as string");
        assertThat(words("a=x").lines(List.of())).contains("  cell          every other NAME -> not stored");
    }

    private static MappingWords words(String... mappings) {
        return new MappingWords(
                "{a}", 4, List.of(mappings).stream().map(ColumnMapping::parse).toList(), 0);
    }
}
