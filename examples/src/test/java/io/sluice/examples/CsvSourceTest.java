package io.sluice.examples;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.loader.BadInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvSourceTest {
    private static final CsvFormat STRICT = new CsvFormat(',', '"', true, false);

    @TempDir
    Path folder = Path.of("");

    @Test
    void next_header_namesColumnsAndNumbersRecords() throws IOException {
        try (CsvSource source = CsvSource.open(file("a,b\n1,2\n3,\n"), STRICT)) {
            assertThat(source.columns()).containsExactly("a", "b");
            assertThat(source.next())
                    .containsExactly(new SourceRecord(1, List.of("1", "2")), new SourceRecord(2, List.of("3", "")));
            assertThat(source.next()).isEmpty();
            assertThat(source.fractionRead()).isEqualTo(1);
        }
    }

    @Test
    void next_noHeader_keepsTheFirstLineAsData() throws IOException {
        try (CsvSource source = CsvSource.open(file("1,1\n3,4\n"), new CsvFormat(',', '"', false, false))) {
            assertThat(source.columns()).containsExactly("c1", "c2");
            assertThat(source.next())
                    .containsExactly(new SourceRecord(1, List.of("1", "1")), new SourceRecord(2, List.of("3", "4")));
        }
    }

    @Test
    void next_quotesAndOtherDelimiter_unquoted() throws IOException {
        try (CsvSource source =
                CsvSource.open(file("a;b\n'x;y';'it''s\ntwo lines'\n"), new CsvFormat(';', '\'', true, false))) {
            assertThat(source.next()).containsExactly(new SourceRecord(1, List.of("x;y", "it's\ntwo lines")));
        }
    }

    @Test
    void next_gzip_readsAllRecordsOfManyChunks() throws IOException {
        Path file = folder.resolve("data.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("a\n".getBytes(UTF_8));
            for (int i = 0; i < 1_000; i++) {
                out.write(("ä" + i + "\n").getBytes(UTF_8));
            }
        }
        List<SourceRecord> all = new ArrayList<>();
        try (CsvSource source = CsvSource.open(file, STRICT)) {
            for (List<SourceRecord> next = source.next(); !next.isEmpty(); next = source.next()) {
                all.addAll(next);
            }
        }
        assertThat(all).hasSize(1_000);
        assertThat(all.get(999)).isEqualTo(new SourceRecord(1_000, List.of("ä999")));
    }

    @Test
    void next_wrongNumberOfFields_namesFileAndLine() throws IOException {
        Path file = file("a,b\n1,2\n\"3\n3\",4\n5\n");
        try (CsvSource source = CsvSource.open(file, STRICT)) {
            assertThatThrownBy(source::next)
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining(file + ", line 5: 1 fields instead of 2")
                    .hasMessageContaining("--skip-bad");
        }
    }

    @Test
    void next_skipBad_countsAndKeepsTheNumbersOfTheOthers() throws IOException {
        try (CsvSource source = CsvSource.open(file("a,b\n1,2\n1,2,3\n5,6\n"), new CsvFormat(',', '"', true, true))) {
            assertThat(source.next())
                    .containsExactly(new SourceRecord(1, List.of("1", "2")), new SourceRecord(3, List.of("5", "6")));
            assertThat(source.skipped()).isEqualTo(1);
        }
    }

    @Test
    void next_notUtf8_saysSo() throws IOException {
        Path file = folder.resolve("latin.csv");
        Files.write(file, "a,b\nä,ö\n".getBytes(ISO_8859_1));
        assertThatThrownBy(() -> CsvSource.open(file, STRICT).next())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("not UTF-8");
    }

    @Test
    void open_missingEmptyOrDoubleColumn_namesTheFile() throws IOException {
        Path missing = folder.resolve("missing.csv");
        assertThatThrownBy(() -> CsvSource.open(missing, STRICT))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(missing.toString());
        assertThatThrownBy(() -> CsvSource.open(file(""), STRICT))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is empty");
        assertThatThrownBy(() -> CsvSource.open(file("1,1\n"), STRICT))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("--no-header");
    }

    @Test
    void open_textNamedGz_isAnErrorOfTheInput() throws IOException {
        Path file = Files.writeString(folder.resolve("x.csv.gz"), "a,b\n");
        assertThatThrownBy(() -> CsvSource.open(file, STRICT))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(file.toString());
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("data.csv"), text);
    }
}
