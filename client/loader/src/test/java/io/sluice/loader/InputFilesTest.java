package io.sluice.loader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.loader.input.DelimitedFormat;
import io.sluice.loader.input.DelimitedFormat.RecordLines;
import io.sluice.loader.input.DelimitedSource;
import io.sluice.loader.input.FilesSource;
import io.sluice.loader.input.InputRecord;
import io.sluice.loader.input.InputText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFilesTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void words_arePatternsUnlessThereIsSuchAFile() throws IOException {
        Path a = file("a-1.csv", "");
        Path b = file("a-2.csv", "");
        Path odd = file("[x].csv", "");
        Path other = file("b.csv", "");
        Path hidden = file("._c.csv", "");
        Files.createDirectory(folder.resolve("a-3.csv"));
        assertThat(InputFiles.of(List.of(other.toString(), folder + "/a-*.csv", odd.toString())))
                .containsExactly(other, a, b, odd);
        assertThat(InputFiles.of(List.of(folder + "/*.csv"))).containsExactly(odd, a, b, other);
        assertThat(InputFiles.of(List.of(folder + "/.*.csv"))).containsExactly(hidden);
        assertThatThrownBy(() -> InputFiles.of(List.of(folder + "/c*")))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("No file matches");
        assertThatThrownBy(() -> InputFiles.of(List.of(a.toString(), folder + "/a-?.csv")))
                .hasMessage(a + " is named twice");
    }

    @Test
    void records_ofSeveralFiles_areNumberedThrough_andNameTheirFile() throws IOException {
        Path a = file("a", "k,v\n1,x\n2\n");
        Path b = file("b", "k,v\n");
        Path c = file("c", "k,v\n3,y");
        List<InputRecord> records = new ArrayList<>();
        try (FilesSource source = open(List.of(a, b, c))) {
            assertThat(source.columns()).containsExactly("k", "v");
            for (InputRecord record = source.next(); record != null; record = source.next()) {
                records.add(record);
            }
            assertThat(source.fractionRead()).isEqualTo(1);
        }
        assertThat(records).extracting(InputRecord::number).containsExactly(1L, 2L, 3L);
        assertThat(records).extracting(InputRecord::line).containsExactly(2L, 3L, 2L);
        assertThat(records).extracting(InputRecord::file).containsExactly(a.toString(), a.toString(), c.toString());
        assertThat(records.get(1).broken()).isEqualTo("1 fields instead of 2");
    }

    @Test
    void files_withOtherColumns_orNone_areRefusedAtOnce() throws IOException {
        Path a = file("a", "k,v\n1,x\n");
        Path other = file("b", "v,k\n1,x\n");
        Path empty = file("c", "");
        assertThatThrownBy(() -> open(List.of(a, other)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(other + " does not have the columns of " + a);
        assertThatThrownBy(() -> open(List.of(a, empty)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(empty + " is empty");
    }

    private FilesSource open(List<Path> files) throws IOException {
        DelimitedFormat csv = new DelimitedFormat(',', '"', null, null, new RecordLines(1, true));
        InputText.Form form = new InputText.Form(UTF_8, 1_000);
        return new FilesSource(files, file -> new DelimitedSource(InputText.open(file, form), csv));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
