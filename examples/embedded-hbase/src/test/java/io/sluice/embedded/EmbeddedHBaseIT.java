package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // JUnit sets what BeforeAll sets.
class EmbeddedHBaseIT {
    private EmbeddedHBase server;
    private StockClient client;

    @BeforeAll
    void start() throws IOException {
        server = EmbeddedHBase.start(
                EmbeddedOptions.defaults().withRegionServers(2).withFastStart());
        client = server.client();
    }

    @AfterAll
    void stop() {
        if (server == null) {
            return;
        }
        Path folder = server.folder();
        server.close();
        assertThat(server.isAlive()).isFalse();
        assertThat(folder).doesNotExist();
    }

    @Test
    void servers_twoAskedFor_twoServe() throws IOException {
        assertThat(client.servers()).hasSize(2);
    }

    @Test
    void scanAndCount_cellsPut_readBackWithChecksum() throws IOException {
        client.createTable("cells", List.of(new FamilyOptions("d", 3)), List.of(bytes("m")));
        CellChecksum expected = new CellChecksum();
        for (String row : List.of("a", "m", "z")) {
            client.put("cells", cell(row, 5, bytes("v" + row)));
            expected.add(bytes(row), bytes("d"), bytes("q"), bytes("v" + row));
        }
        client.put("cells", cell("a", 4, new byte[0]));

        assertThat(client.countRows("cells")).isEqualTo(new RowCount(3, 3, expected.sum()));
        assertThat(client.countRows("cells", 4).rows()).isEqualTo(1);
        assertThat(client.countRows("cells", 9)).isEqualTo(new RowCount(0, 0, 0));
        List<String> read = new ArrayList<>();
        client.scan(
                "cells",
                ScanOptions.everything(),
                c -> read.add(new String(c.row(), UTF_8) + c.timestamp() + new String(c.value(), UTF_8)));
        assertThat(read).containsExactly("a5va", "a4", "m5vm", "z5vz");
    }

    @Test
    void put_fiveMegabytes_readBackUnchanged() throws IOException {
        client.createTable("large", List.of(FamilyOptions.of("d")), List.of());
        byte[] value = new byte[5_000_000];
        new Random(42).nextBytes(value);
        client.put("large", cell("r", 1, value));
        List<ScannedCell> read = new ArrayList<>();
        client.scan("large", ScanOptions.newest(), read::add);
        assertThat(read).hasSize(1);
        assertThat(read.get(0).value()).isEqualTo(value);
    }

    @Test
    void regions_moveSplitMerge_followed() throws IOException {
        client.createTable("moved", List.of(FamilyOptions.of("d")), List.of());
        client.put("moved", cell("a", 1, bytes("1")));
        client.put("moved", cell("n", 1, bytes("1")));
        RegionDescription before = client.regions("moved").get(0);
        String other = client.servers().stream()
                .filter(name -> !name.equals(before.server()))
                .findFirst()
                .orElseThrow();
        client.moveRegion(before.encodedName(), other);
        assertThat(client.regions("moved").get(0).server()).isEqualTo(other);

        client.splitRegion(before.encodedName(), bytes("k"));
        List<RegionDescription> halves = client.regions("moved");
        assertThat(halves).hasSize(2);
        assertThat(halves.get(0).endKey()).isEqualTo(bytes("k"));
        assertThat(halves.get(1).startKey()).isEqualTo(bytes("k"));

        client.majorCompact("moved");
        client.mergeRegions(halves.get(0).encodedName(), halves.get(1).encodedName());
        assertThat(client.regions("moved")).hasSize(1);
        assertThat(client.countRows("moved").rows()).isEqualTo(2);
    }

    @Test
    void regionServer_killedAndStartedOnItsPort_rowsKeptAndServesAgain() throws IOException {
        client.createTable("killed", List.of(FamilyOptions.of("d")), List.of());
        client.put("killed", cell("a", 1, bytes("1")));
        RegionDescription region = client.regions("killed").get(0);
        int port = Integer.parseInt(region.server().split(",", -1)[1]);

        server.killRegionServer(region.server());
        String started = server.startRegionServer(port);

        assertThat(started).startsWith("localhost," + port + ",").isNotEqualTo(region.server());
        assertThat(client.servers()).hasSize(2).contains(started).doesNotContain(region.server());
        assertThat(client.countRows("killed").rows()).isEqualTo(1);
        client.moveRegion(region.encodedName(), started);
        assertThat(client.regions("killed").get(0).server()).isEqualTo(started);
        client.put("killed", cell("b", 1, bytes("1")));
        assertThat(client.countRows("killed").rows()).isEqualTo(2);
        assertThatThrownBy(() -> server.killRegionServer(region.server()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(region.server());
        assertThatThrownBy(() -> server.startRegionServer(65_536)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tables_disableTruncateDelete_asHBaseDoes() throws IOException {
        client.createTable("short", List.of(FamilyOptions.of("d")), List.of(bytes("5")));
        client.put("short", cell("1", 1, bytes("1")));
        client.flushTable("short");
        client.truncateTable("short");
        assertThat(client.countRows("short").rows()).isZero();
        assertThat(client.regions("short")).hasSize(2);
        client.disableTable("short");
        client.enableTable("short");
        assertThat(client.families("short")).containsExactly(FamilyOptions.of("d"));
        client.deleteTable("short");
        assertThat(client.tableExists("short")).isFalse();
    }

    @Test
    void command_missingTable_failsWithTheTextOfHBase() {
        assertThatThrownBy(() -> client.regions("missing")).hasMessageContaining("TableNotFoundException");
        assertThatThrownBy(() -> client.countRows("missing"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("TableNotFoundException");
    }

    @Test
    void attach_runningServer_seesItsTablesAndEndsAlone() throws Exception {
        client.createTable("shared", List.of(FamilyOptions.of("d")), List.of());
        CompletableFuture<Integer> end;
        try (StockClient attached = StockClient.attach(server.settings())) {
            end = attached.onExit();
            assertThat(attached.tableExists("shared")).isTrue();
        }
        assertThat(end.get(10, TimeUnit.SECONDS)).isZero();
        assertThat(client.tableExists("shared")).isTrue();
    }

    @Test
    void interruptOfTheTerminal_child_livesOn() throws Exception {
        for (String signal : List.of("-INT", "-HUP")) {
            Process kill = new ProcessBuilder("kill", signal, Long.toString(server.pid())).start();
            assertThat(kill.waitFor()).isZero();
        }
        assertThat(client.servers()).hasSize(2);
        assertThat(server.isAlive()).isTrue();
    }

    @Test
    void parentKilled_child_endsAndDeletesItsFolder() throws Exception {
        String classPath =
                location(EmbeddedHBase.class) + System.getProperty("path.separator") + location(ParentProgram.class);
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dsluice.maven.repository=" + System.getProperty("sluice.maven.repository"),
                        "-cp",
                        classPath,
                        ParentProgram.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(parent.getInputStream(), UTF_8))) {
            String line = out.readLine();
            assertThat(line).isNotNull();
            String[] pidAndFolder = line.split(" ", 2);
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(pidAndFolder[0])).orElseThrow();
            assertThat(Path.of(pidAndFolder[1])).exists();
            parent.destroyForcibly();
            child.onExit().get(60, TimeUnit.SECONDS);
            assertThat(Path.of(pidAndFolder[1])).doesNotExist();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void childKilled_parent_noticesAndKeepsTheLog() throws Exception {
        EmbeddedHBase doomed = EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart());
        ProcessHandle.of(doomed.pid()).orElseThrow().destroyForcibly();
        assertThat(doomed.onExit().get(60, TimeUnit.SECONDS)).isNotZero();
        assertThatThrownBy(() -> doomed.client().servers())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("process " + doomed.pid())
                .hasMessageContaining(doomed.logFile().toString());
        doomed.close();
        assertThat(doomed.logFile()).exists();
        assertThat(doomed.folder().resolve("data")).doesNotExist();
        Files.delete(doomed.logFile());
        Files.delete(doomed.folder());
    }

    @Test
    void start_badSetting_quotesTheLogOfTheServer(@TempDir Path folder) {
        assertThatThrownBy(() -> EmbeddedHBase.start(EmbeddedOptions.defaults()
                        .withFolder(folder.resolve("server"))
                        .withSetting("hbase.rootdir", "nosuchfilesystem:///x")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nosuchfilesystem");
    }

    @Test
    void start_noJars_leavesNoFolder(@TempDir Path folder) {
        String repository = System.getProperty("sluice.maven.repository", "");
        System.setProperty("sluice.maven.repository", folder.toString());
        try {
            assertThatThrownBy(
                            () -> EmbeddedHBase.start(EmbeddedOptions.defaults().withFolder(folder.resolve("server"))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(folder.toString());
            assertThat(folder).isEmptyDirectory();
        } finally {
            System.setProperty("sluice.maven.repository", repository);
        }
    }

    private static ScannedCell cell(String row, long timestamp, byte[] value) {
        return new ScannedCell(bytes(row), bytes("d"), bytes("q"), timestamp, (byte) 4, value);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String location(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}
