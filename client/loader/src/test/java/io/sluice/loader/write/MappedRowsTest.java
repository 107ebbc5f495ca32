package io.sluice.loader.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Durability;
import io.sluice.connectors.CellRules;
import io.sluice.connectors.CellTimestamp;
import io.sluice.connectors.ColumnMapping;
import io.sluice.connectors.Nulls;
import io.sluice.connectors.RowKeyTemplate;
import io.sluice.connectors.RowMapping;
import io.sluice.loader.input.DelimitedFormat;
import io.sluice.loader.input.DelimitedSource;
import io.sluice.loader.input.InputText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedRowsTest {
    private static final LoadIdentity LOAD = new LoadIdentity("-", 0, 0, "", "test");

    @TempDir
    Path folder = Path.of("");

    @Test
    void first_newRun_areShownAndReadAllTheSame() throws IOException {
        try (MappedRows rows = rows(folder.resolve("r"))) {
            assertThat(rows.first(1, Checkpoint.atStart(LOAD, 5)))
                    .extracting(RowText::of)
                    .hasSize(1);
            assertThat(folder.resolve("r")).hasContent("k,v\n1\n");
            assertThat(Objects.requireNonNull(rows.next()).number()).isEqualTo(1);
        }
    }

    @Test
    void first_whenGoingOn_areNone_andNothingIsRejected() throws IOException {
        try (MappedRows rows = rows(folder.resolve("r"))) {
            assertThat(rows.first(1, new Checkpoint(LOAD, 5, new Watermark.Position(1, 0, 0, 1), true)))
                    .extracting(RowText::of)
                    .isEmpty();
            assertThat(folder.resolve("r")).doesNotExist();
            assertThat(Objects.requireNonNull(rows.next()).number()).isEqualTo(1);
        }
    }

    private static MappedRows rows(Path rejects) throws IOException {
        InputText text = InputText.of(
                new ByteArrayInputStream("k,v\n1\n2,b\n".getBytes(UTF_8)), new InputText.Form(UTF_8, 1_000));
        DelimitedFormat csv = new DelimitedFormat(',', '"', null, null, new DelimitedFormat.RecordLines(1, true));
        DelimitedSource source = new DelimitedSource(text, csv);
        RowMapping mapping = new RowMapping(
                List.of(ColumnMapping.parse("*=d")),
                RowKeyTemplate.parse("{k}"),
                null,
                new CellRules(CellTimestamp.fixed(5), Durability.USE_DEFAULT, false, Nulls.SKIP));
        return new MappedRows(source, mapping, new RejectFile(rejects, UTF_8, source.header()));
    }
}
