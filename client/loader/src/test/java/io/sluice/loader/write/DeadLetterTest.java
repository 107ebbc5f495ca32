package io.sluice.loader.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Durability;
import io.sluice.Put;
import io.sluice.RetriesExhaustedException;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.DeadLetter;
import io.sluice.loader.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterTest {
    @TempDir
    Path folder = Path.of("");

    private final Put put = new Put(new byte[] {0, -1, '"'}, 77)
            .addColumn("f".getBytes(UTF_8), new byte[] {1}, 77, new byte[] {2, 3})
            .addColumn("g".getBytes(UTF_8), new byte[0], 78, new byte[0]);

    @Test
    void letter_writtenAndRead_isTheSameRow() throws Exception {
        IOException cause = new IOException("no \"luck\"\n");
        RetriesExhaustedException failure = new RetriesExhaustedException(
                "given up",
                List.of(
                        new RetriesExhaustedException.Attempt(Instant.EPOCH, null, cause),
                        new RetriesExhaustedException.Attempt(Instant.EPOCH, null, cause)),
                false);
        String json = new DeadLetter("ns:t", put).toJson("a.csv", 12, failure);
        assertThat(json)
                .contains("\"file\":\"a.csv\"", "\"line\":12", "\"attempts\":2")
                .endsWith("}\n");
        assertThat(json.strip()).doesNotContain("\n");
        DeadLetter letter = DeadLetter.parse(json);
        assertThat(letter.table()).isEqualTo("ns:t");
        Put read = (Put) letter.mutation();
        assertThat(read.getRow()).isEqualTo(put.getRow());
        assertThat(read.size()).isEqualTo(2);
        assertThat(read.has("f".getBytes(UTF_8), new byte[] {1}, 77, new byte[] {2, 3}))
                .isTrue();
        assertThat(read.has("g".getBytes(UTF_8), new byte[0], 78, new byte[0])).isTrue();
    }

    @Test
    void parse_otherLines_areNoLetters() {
        for (String line : List.of("", "x", "[]", "{}", "{\"table\":\"t\",\"row\":\"AA==\"}", "{\"row\":\"*\"}")) {
            assertThatThrownBy(() -> DeadLetter.parse(line))
                    .as(line)
                    .isInstanceOf(BadRecordException.class)
                    .hasMessageNotContaining("Source");
        }
    }

    @Test
    void file_addCutAndRead() throws Exception {
        Path path = folder.resolve("dead");
        DeadLetterFile file = new DeadLetterFile(path, "t");
        file.force();
        assertThat(path).doesNotExist();
        file.add(put, row(1), new IOException("a"));
        file.force();
        long length = Files.size(path);
        file.add(put, row(2), new IOException("b"));
        file.close();
        assertThat(file.letters()).isEqualTo(2);
        file.cutTornLine();
        assertThat(Files.readAllLines(path)).hasSize(2);
        Files.writeString(path, Files.readString(path).substring(0, (int) length + 10));
        file.cutTornLine();
        assertThat(Files.size(path)).isEqualTo(length);
        try (DeadLetterRows rows = DeadLetterRows.open(path, Durability.SKIP_WAL, 10_000)) {
            assertThat(rows.table()).isEqualTo("t");
            Put again = Objects.requireNonNull(rows.next()).put();
            assertThat(again.getDurability()).isEqualTo(Durability.SKIP_WAL);
            assertThat(again.getRow()).isEqualTo(put.getRow());
            assertThat(rows.next()).isNull();
            assertThat(rows.fractionRead()).isEqualTo(1);
        }
    }

    @Test
    void letter_with20Megabytes_isRead_upToTheLimitOfALine() throws Exception {
        Path path = folder.resolve("large");
        byte[] value = new byte[20 << 20];
        Put large = new Put(new byte[] {1}, 77).addColumn("f".getBytes(UTF_8), new byte[0], 77, value);
        DeadLetterFile file = new DeadLetterFile(path, "t");
        file.add(large, row(1), new IOException("a"));
        file.close();
        try (DeadLetterRows rows = DeadLetterRows.open(path, Durability.USE_DEFAULT, 40_000_000)) {
            Put again = Objects.requireNonNull(rows.next()).put();
            assertThat(again.has("f".getBytes(UTF_8), new byte[0], 77, value)).isTrue();
        }
        assertThatThrownBy(() -> DeadLetterRows.open(path, Durability.USE_DEFAULT, 20_000_000))
                .isInstanceOf(BadInputException.class)
                .hasMessage(path + ", line 1 is longer than 20000000 characters; --max-line allows longer ones");
    }

    @Test
    void open_noLetters_isRefused() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), "");
        Path other = Files.writeString(folder.resolve("other"), "a,b\n");
        for (Path path : List.of(empty, other, folder.resolve("none"))) {
            assertThatThrownBy(() -> DeadLetterRows.open(path, Durability.USE_DEFAULT, 10_000))
                    .isInstanceOf(BadInputException.class);
        }
    }

    @Test
    void cutTornLine_noLineEnd_noFile_orADevice() throws IOException {
        Path path = folder.resolve("dead");
        new DeadLetterFile(path, "t").cutTornLine();
        assertThat(path).doesNotExist();
        Files.writeString(path, "{\"table\"");
        new DeadLetterFile(path, "t").cutTornLine();
        assertThat(path).isEmptyFile();
        new DeadLetterFile(Path.of("/dev/null"), "t").cutTornLine();
    }

    @Test
    void file_thatIsADevice_takesLetters() throws IOException {
        DeadLetterFile file = new DeadLetterFile(Path.of("/dev/null"), "t");
        file.add(put, row(1), new IOException("a"));
        file.force();
        file.close();
        assertThat(file.letters()).isEqualTo(1);
    }

    private RowSource.Row row(long line) {
        return new RowSource.Row() {
            @Override
            public long number() {
                return line;
            }

            @Override
            public long line() {
                return line;
            }

            @Override
            public Put put() {
                return put;
            }
        };
    }
}
