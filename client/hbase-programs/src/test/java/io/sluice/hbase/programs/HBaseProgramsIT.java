package io.sluice.hbase.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RowCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HBase's programs, unchanged, over Sluice: each writes what it writes over HBase's own connection. */
@Tag("long-form")
class HBaseProgramsIT {
    private static final String PERFORMANCE_EVALUATION = "org.apache.hadoop.hbase.PerformanceEvaluation";
    private static final String LOAD_TEST_TOOL = "org.apache.hadoop.hbase.util.LoadTestTool";
    private static final String IMPORT_TSV = "org.apache.hadoop.hbase.mapreduce.ImportTsv";
    private static final int ROWS = 20_000;
    private static final Duration MOST = Duration.ofMinutes(5);

    private static EmbeddedHBase server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startHBase() throws IOException {
        server = EmbeddedHBase.start(EmbeddedOptions.defaults().withRegionServers(2));
    }

    @AfterAll
    static void stopHBase() {
        server.close();
    }

    @Test
    void performanceEvaluation_sequentialWrite_storesEachRow() throws Exception {
        List<String> arguments =
                List.of("--nomapred", "--rows=" + ROWS / 2, "--presplit=4", "--table=pe", "sequentialWrite", "2");

        run(Way.SLUICE, PERFORMANCE_EVALUATION, arguments);

        assertThat(server.client().countRows("pe").rows()).isEqualTo(ROWS);
    }

    @Test
    void loadTestTool_writesByTable_verifiesEachKey() throws Exception {
        int keys = 3_000;
        List<String> arguments = List.of(
                "-tn",
                "ltt",
                "-num_keys",
                "" + keys,
                "-write",
                "3:100:8",
                "-read",
                "100:4",
                "-num_regions_per_server",
                "2");

        HBaseProgram.Outcome outcome = run(Way.SLUICE_TABLES, LOAD_TEST_TOOL, arguments);

        // The exit code says that each key was read as it was written.
        assertThat(outcome.lines()).contains("Starting to read data...", "Failed to write keys: 0");
        assertThat(server.client().countRows("ltt").rows()).isEqualTo(keys);
    }

    @Test
    void importTsv_byTableOutputFormat_storesTheSameAsStock() throws Exception {
        Path input = folder.resolve("input.tsv");
        Files.writeString(
                input,
                IntStream.range(0, ROWS)
                        .mapToObj(i -> String.format("%07d\tone %d\ttwo %d%n", i * 7919L % 10_000_000, i, -i))
                        .collect(Collectors.joining()));

        RowCount stock = importTsv(Way.STOCK, input);
        RowCount sluice = importTsv(Way.SLUICE, input);

        assertThat(stock.rows()).isEqualTo(ROWS);
        assertThat(sluice).isEqualTo(stock);
    }

    private static RowCount importTsv(Way way, Path input) throws Exception {
        String table = "tsv" + way;
        List<byte[]> splits = List.of("3".getBytes(StandardCharsets.UTF_8), "6".getBytes(StandardCharsets.UTF_8));
        server.client().createTable(table, List.of(FamilyOptions.of("f")), splits);
        run(
                way,
                IMPORT_TSV,
                List.of(
                        "-Dimporttsv.columns=HBASE_ROW_KEY,f:one,f:two",
                        "-Dimporttsv.timestamp=1000",
                        table,
                        "" + input));
        return server.client().countRows(table, 1_000);
    }

    private static HBaseProgram.Outcome run(Way way, String main, List<String> arguments)
            throws IOException, InterruptedException {
        Path folder = Path.of("target", "programs", main.substring(main.lastIndexOf('.') + 1) + "-" + way);
        try (HBaseProgram program =
                HBaseProgram.start(folder, Platform.hbase(), way, server.settings(), main, arguments)) {
            return program.end(MOST).orFail();
        }
    }
}
