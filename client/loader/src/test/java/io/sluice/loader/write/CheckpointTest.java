package io.sluice.loader.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.loader.BadInputException;
import io.sluice.loader.write.Watermark.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void write_thenRead_isTheSame_andNothingIsBeside() throws IOException {
        Path file = folder.resolve("c");
        LoadIdentity load = new LoadIdentity("C:\\a b=ü\t", 7, 3, "ff", "null=\\N map=[a=b:c] #!");
        Checkpoint checkpoint = new Checkpoint(load, 123, new Position(9, 5, 3, 1), true);
        checkpoint.write(file);
        new Checkpoint(load, 123, new Position(1, 1, 0, 0), true).write(file);
        checkpoint.write(file);
        assertThat(Checkpoint.read(file)).isEqualTo(checkpoint);
        assertThat(folder.toFile().list()).containsExactly("c");
    }

    @Test
    void read_missingOrForeign_isNullOrRefused() throws IOException {
        assertThat(Checkpoint.read(folder.resolve("none"))).isNull();
        Path foreign = Files.writeString(folder.resolve("foreign"), "a,b\n1,2\n");
        assertThatThrownBy(() -> Checkpoint.read(foreign))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is not a checkpoint");
        Path cut = Files.writeString(folder.resolve("cut"), "format=1\nrows=12\n");
        assertThatThrownBy(() -> Checkpoint.read(cut))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void identity_otherOptions_areNamedWithBothValues() throws IOException {
        List<Path> files = List.of(Files.writeString(folder.resolve("1"), "a\n1\n"));
        LoadIdentity begun = LoadIdentity.of(files, "table=t row-key={a} b map=[*=d] salt=null keep-empty=false");
        assertThatThrownBy(() -> LoadIdentity.of(files, "table=t row-key={a} c map=[*=d] salt=4 keep-empty=false")
                        .checkContinues(begun, files))
                .isInstanceOf(BadInputException.class)
                .hasMessageEndingWith(
                        "different rows: --row-key was {a} b, is now {a} c; --salt was not given, is now 4."
                                + " --restart writes all rows again");
    }

    @Test
    void identity_grownInput_continues_otherInputOrOptions_doNot() throws IOException {
        Path input = Files.writeString(folder.resolve("in"), "a\n1\n");
        LoadIdentity begun = LoadIdentity.of(List.of(input), "x");
        Files.writeString(input, "a\n1\n2\n");
        LoadIdentity.of(List.of(input), "x").checkContinues(begun, List.of(input));
        assertThatThrownBy(() -> LoadIdentity.of(List.of(input), "y").checkContinues(begun, List.of(input)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("other options");
        Files.writeString(input, "b\n1\n2\n");
        assertThatThrownBy(() -> LoadIdentity.of(List.of(input), "x").checkContinues(begun, List.of(input)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("another input");
        assertThat(Objects.requireNonNull(Checkpoint.atStart(begun, 5)).isOfEarlierRun())
                .isFalse();
    }

    @Test
    void identity_ofSeveralFiles_lastMayHaveGrown_othersNot() throws IOException {
        Path first = Files.writeString(folder.resolve("1"), "a\n1\n");
        Path last = Files.writeString(folder.resolve("2"), "a\n2\n");
        List<Path> files = List.of(first, last);
        LoadIdentity begun = LoadIdentity.of(files, "x");
        Files.writeString(last, "a\n2\n3\n");
        LoadIdentity.of(files, "x").checkContinues(begun, files);
        List<Path> swapped = List.of(last, first);
        assertThatThrownBy(() -> LoadIdentity.of(swapped, "x").checkContinues(begun, swapped))
                .hasMessageContaining("another input");
        Files.writeString(first, "a\n1\n3\n");
        assertThatThrownBy(() -> LoadIdentity.of(files, "x").checkContinues(begun, files))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("another input");
    }

    @Test
    void identity_grownInputWithoutALineEnd_doesNotContinue() throws IOException {
        Path first = Files.writeString(folder.resolve("1"), "a\n1\n");
        Path last = Files.writeString(folder.resolve("2"), "a\n12");
        List<Path> files = List.of(first, last);
        LoadIdentity begun = LoadIdentity.of(files, "x");
        LoadIdentity.of(files, "x").checkContinues(begun, files);
        Files.writeString(last, "a\n123\n");
        assertThatThrownBy(() -> LoadIdentity.of(files, "x").checkContinues(begun, files))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(last + " had no line end")
                .hasMessageContaining("--restart");
    }
}
