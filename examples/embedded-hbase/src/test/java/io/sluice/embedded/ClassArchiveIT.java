package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes the archive with which the servers of all later tests start. */
class ClassArchiveIT {
    @TempDir
    Path folder = Path.of("");

    @Test
    void archive_writtenByOneServer_isUsedByTheNext() throws Exception {
        Path jdk = EmbeddedHBase.java().resolveSibling("../lib/server/classes.jsa");
        assumeTrue(Files.exists(jdk), "An archive is based on that of the JDK itself");
        Path own = ChildClassPath.find().get(0);
        assumeTrue(own.toString().endsWith(".jar"), "No archive is made for a folder of classes");
        Path archive = ClassArchive.of(own);
        Files.deleteIfExists(archive);
        // Beside it, so that another build sees all of it or nothing.
        Path written = archive.resolveSibling(archive.getFileName() + ".new");
        run("writes", "-XX:ArchiveClassesAtExit=" + written);
        Files.move(written, archive, StandardCopyOption.ATOMIC_MOVE);

        Path loaded = folder.resolve("loaded.txt");
        run("reads", "-Xlog:class+load:file=" + loaded);

        assertThat(Files.readAllLines(loaded))
                .anyMatch(line -> line.contains(
                        "org.apache.hadoop.hbase.regionserver.HRegion source: shared objects file (top)"));
    }

    /** Ends the server by a signal, since closing it waits only for a while, and writing an archive takes seconds. */
    private void run(String name, String flag) throws Exception {
        EmbeddedOptions options = EmbeddedOptions.defaults()
                .withFolder(folder.resolve(name))
                .withJvmFlags("-XX:TieredStopAtLevel=1", flag);
        try (EmbeddedHBase server = EmbeddedHBase.start(options)) {
            use(server.client());
            ProcessHandle.of(server.pid()).orElseThrow().destroy();
            server.onExit().get(5, TimeUnit.MINUTES);
        }
    }

    /** What most tests do, so that the archive has the classes for it. */
    private static void use(StockClient client) throws IOException {
        client.createTable("t", List.of(FamilyOptions.of("f")), List.of(bytes("m")));
        client.put("t", new ScannedCell(bytes("r"), bytes("f"), bytes("q"), 1, (byte) 4, bytes("v")));
        assertThat(client.countRows("t").rows()).isEqualTo(1);
        client.scan("t", ScanOptions.newest(), cell -> assertThat(cell.value()).isEqualTo(bytes("v")));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
