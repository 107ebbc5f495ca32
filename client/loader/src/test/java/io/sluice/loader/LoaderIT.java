package io.sluice.loader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Bytes;
import io.sluice.RowSalt;
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

/** The loader as a user runs it, against a real HBase; HBase's own client reads back what it wrote. */
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
        byte[] key = RowSalt.of(4).salted(Bytes.toBytes("0002"));
        assertThat(server.client().get("csv", key))
                .extracting(cell -> Bytes.toStringBinary(cell.value()))
                .contains("b");
        assertThat(server.client().get("csv", Bytes.toBytes("0002"))).isEmpty();
        LoaderProcess printed =
                LoaderProcess.start(folder, null, List.of("key", "--row-key", "{id|pad:4}", "--salt", "4", "id=2"));
        assertThat(printed.exitCode()).isZero();
        assertThat(printed.output().strip()).isEqualTo(Bytes.toStringBinary(key));
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
        List<String> options = options("load", "-", "--format", "ndjson", "--table", "json", "--row-key", "{id}");
        LoaderProcess load = LoaderProcess.start(folder, file, options);
        assertThat(load.exitCode()).as(load.output()).isZero();
        assertThat(cells("json")).containsExactly("1/d:id=1", "1/d:o.p=[1,2]", "2/d:id=2");
    }

    @Test
    void brokenLines_areNamed_andTheOthersWritten() throws Exception {
        table("broken", "d");
        Path file = write("a.csv", "id,n\n1,1\n2\n3,x\n,4\n5,\"open\n6,6\n7,7\n8,8\n");
        LoaderProcess load = load("broken", file, "--row-key", "{id}", "--map", "n=d:n:int");
        assertThat(load.exitCode()).as(load.output()).isEqualTo(1);
        assertThat(load.output())
                .contains(
                        "line 3: 1 fields instead of 2",
                        "line 4: column 'n': 'x' is not an int",
                        "line 5: field 'id' of the row key has no value",
                        "line 6: a quote is not closed",
                        "  broken lines  4");
        assertThat(server.client().countRows("broken").rows()).isEqualTo(4);
        LoaderProcess strict = load("broken", file, "--row-key", "{id}", "--map", "n=d:n:int", "--max-errors", "2");
        assertThat(strict.exitCode()).isEqualTo(1);
        assertThat(strict.output()).contains("TOO MANY ERRORS");
    }

    @Test
    void severalFiles_asAPattern_goOnFromTheirCheckpoint() throws Exception {
        table("several", "d");
        write("s-1.csv", "id,n\n1,1\n2\n");
        Path last = write("s-2.csv", "id,n\n3,3\n");
        String[] options = {"--row-key", "{#}", "--checkpoint", "c"};
        LoaderProcess load = load("several", folder.resolve("s-*.csv"), options);
        assertThat(load.exitCode()).as(load.output()).isEqualTo(1);
        assertThat(load.output()).contains("line 3: in " + folder.resolve("s-1.csv") + ": 1 fields instead of 2");
        assertThat(cells("several")).containsExactly("1/d:id=1", "1/d:n=1", "3/d:id=3", "3/d:n=3");
        Files.writeString(last, "id,n\n3,3\n4,4\n");
        LoaderProcess more = load("several", folder.resolve("s-*.csv"), options);
        assertThat(more.output()).contains("from row 4 on");
        assertThat(cells("several")).contains("4/d:id=4", "4/d:n=4").hasSize(6);
    }

    @Test
    void rejects_repaired_areLoaded() throws Exception {
        table("rejects", "d");
        Path file = write("r.csv", "id,n\r\n1,1\r\n2\r\n3,\"x\ny\"\r\n4,4\n5");
        String[] options = {"--row-key", "{id}", "--map", "n=d:n:int"};
        List<String> rejecting = new ArrayList<>(List.of(options));
        rejecting.addAll(List.of("--rejects", "rejects.csv", "--threads", "1"));
        LoaderProcess load = load("rejects", file, rejecting.toArray(new String[0]));
        assertThat(load.exitCode()).as(load.output()).isEqualTo(1);
        Path rejects = folder.resolve("rejects.csv");
        assertThat(Files.readString(rejects)).isEqualTo("id,n\r\n2\r\n3,\"x\ny\"\r\n5\n");
        Files.writeString(rejects, "id,n\r\n2,2\r\n3,3\r\n5,5\n");
        LoaderProcess again = load("rejects", rejects, options);
        assertThat(again.exitCode()).as(again.output()).isZero();
        assertThat(server.client().countRows("rejects").rows()).isEqualTo(5);
    }

    @Test
    void dryRun_showsTheFirstRows_andWritesNothing() throws Exception {
        Path file = write("a.csv", "id,n\n1,1\nx\n3,3\n4,4\n");
        LoaderProcess load = load("no-such-table", file, "--row-key", "{id}", "--dry-run", "--show", "3");
        assertThat(load.exitCode()).as(load.output()).isEqualTo(1);
        assertThat(load.output())
                .contains(
                        "  row 1\n    d:id = 1\n    d:n = 1\n  line 3 does not make a row: 1 fields instead of 2\n  row 3\n",
                        "line 3: 1 fields",
                        "  rows read        4\n")
                .doesNotContain("row 4\n");
    }

    @Test
    void missingTable_andBadOptions_areUsage() throws Exception {
        Path file = write("a.csv", "id,n\n1,1\n");
        LoaderProcess noTable = load("no-such-table", file, "--row-key", "{id}");
        assertThat(noTable.exitCode()).isEqualTo(2);
        assertThat(noTable.output()).contains("Table 'no-such-table' does not exist");
        LoaderProcess noColumn = load("no-such-table", file, "--row-key", "{nr}");
        assertThat(noColumn.exitCode()).isEqualTo(2);
        assertThat(noColumn.output()).contains("no column nr");
    }

    @Test
    void refusedRows_deadLetters_replayed() throws Exception {
        table("letters", "d");
        Path file = write("a.csv", "id,n\n1,1\n2," + "x".repeat(300) + "\n3,3\n4," + "y".repeat(300) + "\n");
        List<String> small = List.of("-D", "hbase.client.keyvalue.maxsize=200");
        LoaderProcess load = load("letters", file, "--row-key", "{id}", small.get(0), small.get(1));
        assertThat(load.exitCode()).as(load.output()).isEqualTo(1);
        assertThat(server.client().countRows("letters").rows()).isEqualTo(2);
        Path letters = folder.resolve("a.csv.dead.ndjson");
        assertThat(Files.readAllLines(letters))
                .hasSize(2)
                .allMatch(line -> line.contains("keyvalue.maxsize") && line.contains("\"attempts\":1"));

        List<String> again = options("replay", letters.toString());
        again.addAll(small);
        LoaderProcess tooEarly = LoaderProcess.start(folder, null, again);
        assertThat(tooEarly.exitCode()).as(tooEarly.output()).isEqualTo(1);
        assertThat(Files.readAllLines(Path.of(letters + ".2"))).hasSize(2);

        LoaderProcess replay = LoaderProcess.start(folder, null, options("replay", letters.toString()));
        assertThat(replay.exitCode()).as(replay.output()).isZero();
        assertThat(cells("letters"))
                .contains("2/d:id=2", "2/d:n=" + "x".repeat(300), "4/d:n=" + "y".repeat(300))
                .hasSize(8);
    }

    @Test
    void missingFamily_isOneClearLine_andNothingIsSent() throws Exception {
        table("families", "d", "n");
        Path file = write("a.csv", "id,n,extra\n1,1,x\n2,2,\n");
        LoaderProcess load = load("families", file, "--row-key", "{id}", "--map", "*=d", "--map", "extra=e:x");
        assertThat(load.exitCode()).as(load.output()).isEqualTo(2);
        assertThat(load.output())
                .isEqualTo(
                        "Table 'families' has no column family e; it has d, n. Nothing was sent; change --map, or add "
                                + "the family" + System.lineSeparator());
        assertThat(server.client().countRows("families").rows()).isZero();
        assertThat(folder.resolve("a.csv.dead.ndjson")).doesNotExist();
        // All columns have a mapping, so the default family is not used.
        LoaderProcess mapped = load(
                "families",
                file,
                "--row-key",
                "{id}",
                "--map",
                "id=d",
                "--map",
                "n=n",
                "--map",
                "extra=d",
                "--map",
                "*=none");
        assertThat(mapped.exitCode()).as(mapped.output()).isZero();
    }

    @Test
    void mapping_isShownOnce_withTheFirstRow_andKeysThatRepeatAreTold() throws Exception {
        table("shown", "d", "n");
        Path file = write("a.csv", "id,n,v\n1,7,a\n1,8,b\n2,9,c\n");
        String[] options = {"--row-key", "{id|pad:3}", "--map", "n=n:count:int", "--map", "*=d", "--timestamp", "1000"};
        LoaderProcess load = load("shown", file, options);
        assertThat(load.exitCode()).as(load.output()).isZero();
        assertThat(load.output())
                .contains(
                        "  row key       {id|pad:3}\n",
                        "  cell          n -> n:count as int\n",
                        "  cell          id -> d:id as string\n",
                        "  cell          v -> d:v as string\n",
                        "  timestamp     1000 (1970-01-01T00:00:01Z) of all cells\n",
                        "  row 001\n    d:id = 1\n    d:v = a\n    n:count = \\x00\\x00\\x00\\x07\n",
                        "  repeated keys at least 1 row has the key of an earlier one");
        List<String> quiet = new ArrayList<>(List.of(options));
        quiet.add("--quiet");
        LoaderProcess second = load("shown", file, quiet.toArray(new String[0]));
        assertThat(second.output()).startsWith("Writing ").doesNotContain("  cell  ", "  row ");
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
    void interrupted_saysHowToGoOn() throws Exception {
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
        int byTheSignal = load.interrupt();
        assertThat(load.exitCode()).as(load.output()).isEqualTo(byTheSignal);
        assertThat(load.output())
                .contains("INTERRUPTED; the same command resumes from here")
                .doesNotContain("Close the mutator");
        assertThat(server.client().countRows("interrupted").rows()).isGreaterThanOrEqualTo(position());
    }

    @Test
    void interrupted_whileStandardInputIsSilent_endsSoon() throws Exception {
        LoaderProcess load = LoaderProcess.start(
                folder,
                null,
                List.of("load", "--quiet", "-", "--columns", "id", "--table", "t", "--row-key", "{id}", "--dry-run"));
        load.type("1\n2\n");
        load.awaitLine("Writing ");
        int byTheSignal = load.interrupt();
        assertThat(load.exitCode()).as(load.output()).isEqualTo(byTheSignal);
        assertThat(load.output()).contains("INTERRUPTED", "  rows read ").doesNotContain("Stopped waiting");
    }

    @Test
    void interrupted_beforeTheFirstByte_endsAtOnce() throws Exception {
        LoaderProcess load = LoaderProcess.start(
                folder, null, List.of("load", "-", "--table", "t", "--row-key", "{id}", "--dry-run"));
        // Nothing is printed before the header is read.
        Thread.sleep(3_000);
        int byTheSignal = load.interrupt();
        assertThat(load.exitCode()).as(load.output()).isEqualTo(byTheSignal);
        assertThat(load.output()).doesNotContain("Stopped waiting");
    }

    @Test
    void clusterThatNobodyNamed_isTold() throws Exception {
        LoaderProcess regions = LoaderProcess.start(folder, null, List.of("regions", "t", "--hot"));
        assertThat(regions.exitCode()).as(regions.output()).isEqualTo(3);
        assertThat(regions.output()).contains("No option names a cluster", "127.0.0.1:2181");
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
                        "'doctor' has 1 region");
    }

    @Test
    void doctor_bootstrapThatIsZooKeeper_saysSo() throws Exception {
        String place = "localhost:" + server.settings().get("hbase.zookeeper.property.clientPort");
        LoaderProcess doctor = LoaderProcess.start(folder, null, List.of("doctor", "--bootstrap", place));
        assertThat(doctor.exitCode()).as(doctor.output()).isEqualTo(3);
        assertThat(doctor.output())
                .contains(place + " is ZooKeeper", "--zookeeper " + place)
                .doesNotContain("TLS:", "seems to require");
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
            // Nine in ten; in the two seconds that are looked at it may be a little less.
            assertThat(regions.output())
                    .contains("4 regions", "split 'hot', \"c")
                    .containsPattern("Hot: the region from 'b' gets [89]\\d");
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
