package io.sluice.examples.loader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Bytes;
import io.sluice.embedded.CellChecksum;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RowCount;
import io.sluice.embedded.ScanOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loader as a user runs it, against a real HBase; what it wrote is read back by HBase's own client. */
class LoaderIT {
    private static EmbeddedHBase server;

    @TempDir
    Path folder = Path.of("");

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void csv_typedMappedAndSalted_isThere() throws Exception {
        table("csv", "d", "n");
        Path file = write("a.csv", "id,name,amount\n1,\"x, \"\"y\"\"\nz\",7\n2,b,8\n");
        LoaderProcess load =
                load("csv", file, "--row-key", "{id|pad:4}", "--salt", "4", "--map", "amount=n:a:long", "--map", "*=d");
        assertThat(load.exitCode()).as(load.output()).isZero();
        assertThat(cells("csv"))
                .hasSize(6)
                .anyMatch(cell -> cell.matches("\\d-0001/d:name=x, \"y\"\\\\x0Az"))
                .anyMatch(cell -> cell.endsWith("-0002/n:a=" + Bytes.toStringBinary(Bytes.toBytes(8L))));
    }

    @Test
    void tsv_gzipWithoutHeader_isThere() throws Exception {
        table("tsv", "d");
        Path file = folder.resolve("a.tsv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("1\t\\N\n2\t\"q\n".getBytes(UTF_8));
        }
        LoaderProcess load = load("tsv", file, "--columns", "id,v", "--row-key", "{id|reverse}-{#}", "--null", "\\N");
        assertThat(load.exitCode()).as(load.output()).isZero();
        assertThat(cells("tsv")).containsExactly("1-1/d:id=1", "2-2/d:id=2", "2-2/d:v=\"q");
    }

    @Test
    void ndjson_onStandardInput_isThere() throws Exception {
        table("json", "d");
        Path file = write("a.txt", "{\"id\":1,\"o\":{\"p\":[1,2]},\"z\":null}\n{\"id\":2}\n");
        List<String> options = options("load", "--stdin", "--format", "ndjson", "--table", "json", "--row-key", "{id}");
        LoaderProcess load = LoaderProcess.start(folder, file, options);
        assertThat(load.exitCode()).as(load.output()).isZero();
        assertThat(cells("json")).containsExactly("1/d:id=1", "1/d:o.p=[1,2]", "2/d:id=2");
    }

    @Test
    void brokenLines_areNamed_andTheOthersWritten() throws Exception {
        table("broken", "d");
        Path file = write("a.csv", "id,n\n1,1\n2\n3,x\n,4\n5,\"open\n6,6\n");
        LoaderProcess load = load("broken", file, "--row-key", "{id}", "--map", "n=d:n:int");
        assertThat(load.exitCode()).as(load.output()).isEqualTo(1);
        assertThat(load.output())
                .contains(
                        "line 3: 1 fields instead of 2",
                        "line 4: column 'n': 'x' is no int",
                        "line 5: field 'id' of the row key has no value",
                        "line 6: a quote is not closed",
                        "  broken lines  4");
        assertThat(server.client().countRows("broken").rows()).isEqualTo(2);
        LoaderProcess strict = load("broken", file, "--row-key", "{id}", "--map", "n=d:n:int", "--max-errors", "2");
        assertThat(strict.exitCode()).isEqualTo(1);
        assertThat(strict.output()).contains("TOO MANY ERRORS");
    }

    @Test
    void dryRun_showsRows_andWritesNothing() throws Exception {
        Path file = write("a.csv", "id,n\n1,1\nx\n");
        LoaderProcess load = load("no-such-table", file, "--row-key", "{id}", "--dry-run");
        assertThat(load.exitCode()).as(load.output()).isEqualTo(1);
        assertThat(load.output()).contains("row 1", "    d:n = 1", "line 3: 1 fields");
    }

    @Test
    void missingTable_andBadOptions_areUsage() throws Exception {
        Path file = write("a.csv", "id,n\n1,1\n");
        LoaderProcess noTable = load("no-such-table", file, "--row-key", "{id}");
        assertThat(noTable.exitCode()).isEqualTo(2);
        assertThat(noTable.output()).contains("There is no table 'no-such-table'");
        LoaderProcess noColumn = load("no-such-table", file, "--row-key", "{nr}");
        assertThat(noColumn.exitCode()).isEqualTo(2);
        assertThat(noColumn.output()).contains("no column nr");
    }

    @Test
    void missingFamily_deadLetters_replayedAfterTheTableIsMended() throws Exception {
        table("letters", "d");
        Path file = write("a.csv", "id,n,extra\n1,1,\n2,2,x\n3,3,\n4,4,y\n");
        LoaderProcess load = load("letters", file, "--row-key", "{id}", "--map", "*=d", "--map", "extra=e");
        assertThat(load.exitCode()).as(load.output()).isEqualTo(1);
        assertThat(server.client().countRows("letters").rows()).isEqualTo(2);
        Path letters = folder.resolve("a.csv.dead.ndjson");
        assertThat(Files.readAllLines(letters))
                .hasSize(2)
                .allMatch(line -> line.contains("NoSuchColumnFamilyException") && line.contains("\"attempts\":1"));

        LoaderProcess tooEarly = LoaderProcess.start(folder, null, options("replay", letters.toString()));
        assertThat(tooEarly.exitCode()).as(tooEarly.output()).isEqualTo(1);
        assertThat(Files.readAllLines(Path.of(letters + ".2"))).hasSize(2);

        server.client().addFamily("letters", "e");
        LoaderProcess replay = LoaderProcess.start(folder, null, options("replay", letters.toString()));
        assertThat(replay.exitCode()).as(replay.output()).isZero();
        assertThat(cells("letters"))
                .contains("2/d:id=2", "2/d:n=2", "2/e:extra=x", "4/e:extra=y")
                .hasSize(10);
    }

    @Test
    void killedInTheMiddle_sameCommandGoesOn_nothingIsMissing() throws Exception {
        table("killed", "d");
        int rows = 200_000;
        CellChecksum checksum = new CellChecksum();
        Path file = folder.resolve("a.csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("id,v\n");
            for (int i = 0; i < rows; i++) {
                out.write(i + ",\"value " + i + "\"\n");
                byte[] row = Bytes.toBytes(String.format("%07d", i));
                checksum.add(row, Bytes.toBytes("d"), Bytes.toBytes("v"), Bytes.toBytes("value " + i));
            }
        }
        List<String> options = new ArrayList<>(List.of("--row-key", "{id|pad:7}", "--map", "v=d"));
        options.addAll(List.of("--checkpoint", folder.resolve("c").toString()));
        List<String> slow = new ArrayList<>(options);
        slow.addAll(List.of("--rate", "20000"));
        LoaderProcess first = start("killed", file, slow.toArray(new String[0]));
        while (first.isAlive() && position() < 20_000) {
            Thread.sleep(100);
        }
        first.kill();
        long settled = position();
        assertThat(settled).as(first.output()).isBetween(20_000L, rows - 1L);
        assertThat(server.client().countRows("killed").rows()).isBetween(settled, rows - 1L);

        LoaderProcess second = load("killed", file, options.toArray(new String[0]));
        assertThat(second.exitCode()).as(second.output()).isZero();
        assertThat(second.output()).contains("from row ");
        RowCount count = server.client().countRows("killed");
        assertThat(count.rows()).isEqualTo(rows);
        assertThat(count.cells()).isEqualTo(rows);
        assertThat(count.checksum()).isEqualTo(checksum.sum());
        assertThat(position()).isEqualTo(rows);
    }

    @Test
    void interrupted_ends130_andSaysHowToGoOn() throws Exception {
        table("interrupted", "d");
        Path file = folder.resolve("a.csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("id\n");
            for (int i = 0; i < 100_000; i++) {
                out.write(i + "\n");
            }
        }
        String checkpoint = folder.resolve("c").toString();
        LoaderProcess load =
                start("interrupted", file, "--row-key", "{id}", "--rate", "5000", "--checkpoint", checkpoint);
        while (load.isAlive() && position() < 1_000) {
            Thread.sleep(100);
        }
        load.interrupt();
        assertThat(load.exitCode()).as(load.output()).isEqualTo(130);
        assertThat(load.output())
                .contains("INTERRUPTED; the same command goes on from here")
                .doesNotContain("Close the mutator");
        assertThat(server.client().countRows("interrupted").rows()).isGreaterThanOrEqualTo(position());
    }

    @Test
    void interrupted_whileStandardInputIsSilent_endsSoon() throws Exception {
        LoaderProcess load = LoaderProcess.start(
                folder,
                null,
                List.of("load", "--stdin", "--columns", "id", "--table", "t", "--row-key", "{id}", "--dry-run"));
        load.type("1\n2\n");
        load.awaitLine("Writing ");
        load.interrupt();
        assertThat(load.exitCode()).as(load.output()).isEqualTo(130);
        assertThat(load.output()).contains("INTERRUPTED", "  rows read ").doesNotContain("Gave up waiting");
    }

    @Test
    void doctor_healthy_isZero_andNothingFails() throws Exception {
        table("doctor", "d");
        LoaderProcess doctor = LoaderProcess.start(folder, null, options("doctor", "--table", "doctor"));
        assertThat(doctor.exitCode()).as(doctor.output()).isZero();
        assertThat(doctor.output())
                .doesNotContain("FAIL")
                .contains(
                        "OK    java",
                        "OK    registry",
                        "OK    master",
                        "OK    version",
                        "OK    clock",
                        " answers",
                        "'doctor' has 1 regions");
    }

    @Test
    void doctor_closedPort_andUnknownHost_areFound() throws Exception {
        for (String place : List.of("localhost:1", "no-such-host.invalid:2181")) {
            LoaderProcess doctor = LoaderProcess.start(
                    folder,
                    null,
                    List.of("doctor", "--zookeeper", place, "-D", "zookeeper.registry.async.get.timeout=2000"));
            assertThat(doctor.exitCode()).as(doctor.output()).isEqualTo(3);
            assertThat(doctor.output()).contains("FAIL  ZooKeeper", place, "-> ", "FAIL  registry");
        }
        LoaderProcess load = LoaderProcess.start(
                folder,
                null,
                List.of(
                        "load",
                        "--zookeeper",
                        "localhost:1",
                        "--table",
                        "t",
                        "--row-key",
                        "{a}",
                        write("a.csv", "a\n1\n").toString()));
        assertThat(load.exitCode()).as(load.output()).isEqualTo(3);
        assertThat(load.output()).contains("sluice doctor");
    }

    @Test
    void regionsHot_writesToOneRegion_findsIt() throws Exception {
        server.client()
                .createTable(
                        "hot",
                        List.of(FamilyOptions.of("d")),
                        List.of(Bytes.toBytes("b"), Bytes.toBytes("d"), Bytes.toBytes("f")));
        Path file = folder.resolve("a.csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("id\n");
            for (int i = 0; i < 200_000; i++) {
                out.write((i % 10 == 0 ? "a" : "c") + i + "\n");
            }
        }
        LoaderProcess load = start("hot", file, "--row-key", "{id}", "--rate", "10000");
        try {
            load.awaitLine(" rows/s ");
            LoaderProcess regions =
                    LoaderProcess.start(folder, null, options("regions", "hot", "--hot", "--interval", "2"));
            assertThat(regions.exitCode()).as(regions.output()).isZero();
            assertThat(regions.output()).contains("4 regions", "Hot: the region from 'b' gets 9", "split 'hot', \"c");
        } finally {
            load.kill();
        }
    }

    @Test
    void regionsHot_ofNoTable_isUsage() throws Exception {
        LoaderProcess regions = LoaderProcess.start(folder, null, options("regions", "no-such-table", "--hot"));
        assertThat(regions.exitCode()).as(regions.output()).isEqualTo(2);
        assertThat(regions.output()).contains("No server has a region of table 'no-such-table'");
    }

    @Test
    void completion_isAScriptForShells() throws Exception {
        LoaderProcess completion = LoaderProcess.start(folder, null, List.of("completion"));
        assertThat(completion.exitCode()).isZero();
        assertThat(completion.output()).contains("complete -F", "--row-key", "doctor");
    }

    private static void table(String name, String... families) throws IOException {
        server.client()
                .createTable(
                        name, List.of(families).stream().map(FamilyOptions::of).toList(), List.of());
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private long position() throws IOException {
        Path file = folder.resolve("c");
        return Files.exists(file)
                ? Files.readAllLines(file).stream()
                        .filter(line -> line.startsWith("rows="))
                        .mapToLong(line -> Long.parseLong(line.substring(5)))
                        .findFirst()
                        .orElse(0)
                : 0;
    }

    /** Runs to the end. */
    private LoaderProcess load(String table, Path file, String... more) throws Exception {
        LoaderProcess load = start(table, file, more);
        load.exitCode();
        return load;
    }

    private LoaderProcess start(String table, Path file, String... more) throws Exception {
        List<String> words = options("load", file.toString(), "--table", table);
        words.addAll(List.of(more));
        return LoaderProcess.start(folder, null, words);
    }

    private static List<String> options(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        server.settings().forEach((key, value) -> all.addAll(List.of("-D", key + "=" + value)));
        return all;
    }

    private static Set<String> cells(String table) throws IOException {
        Set<String> cells = new TreeSet<>();
        server.client()
                .scan(
                        table,
                        ScanOptions.newest(),
                        cell -> cells.add(Bytes.toStringBinary(cell.row()) + "/" + Bytes.toStringBinary(cell.family())
                                + ":" + Bytes.toStringBinary(cell.qualifier()) + "="
                                + Bytes.toStringBinary(cell.value())));
        return cells;
    }
}
