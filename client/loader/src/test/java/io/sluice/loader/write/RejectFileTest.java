package io.sluice.loader.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RejectFileTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void add_interruptedThread_writesAllTheSame() throws IOException {
        Path path = folder.resolve("r");
        try (RejectFile file = new RejectFile(path, UTF_8, "a,b\n")) {
            Thread.currentThread().interrupt();
            try {
                file.add("1\n");
                file.add("2");
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
        assertThat(path).hasContent("a,b\n1\n2\n");
    }

    @Test
    void add_emptyFile_getsTheHeader_otherFileDoesNot() throws IOException {
        Path path = Files.createFile(folder.resolve("r"));
        try (RejectFile file = new RejectFile(path, UTF_8, "a,b\n")) {
            file.add("1\n");
        }
        try (RejectFile file = new RejectFile(path, UTF_8, "a,b\n")) {
            file.add("2\n");
        }
        assertThat(path).hasContent("a,b\n1\n2\n");
    }

    @Test
    void add_fileThatCannotBeMade_namesFileAndOption() throws IOException {
        Path path = folder.resolve("none/r");
        try (RejectFile file = new RejectFile(path, UTF_8, "")) {
            assertThatThrownBy(() -> file.add("1\n"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageStartingWith("Cannot write " + path + " (--rejects): ");
        }
    }
}
