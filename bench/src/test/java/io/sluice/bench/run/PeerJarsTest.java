package io.sluice.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerJarsTest {
    private static String path(String... entries) {
        return String.join(File.pathSeparator, entries).replace('/', File.separatorChar);
    }

    /** Loaded once more from elsewhere. */
    static final class Somewhere {}

    @Test
    void classesOf_folderWithASpace_isThatFolder(@TempDir Path temporary) throws Exception {
        Path folder = temporary.resolve("a clone");
        String name = Somewhere.class.getName();
        Path file = folder.resolve(name.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        try (InputStream bytes =
                Objects.requireNonNull(PeerJarsTest.class.getResourceAsStream("PeerJarsTest$Somewhere.class"))) {
            Files.write(file, bytes.readAllBytes());
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            assertThat(PeerJars.classesOf(loader.loadClass(name))).isEqualTo(folder);
        }
    }

    @Test
    void only_someArtifacts_keepsThemAndFolders() {
        String all =
                path("/bench/classes", "/m2/netty-buffer-4.2.18.Final-linux.jar", "/m2/netty-3.9.jar", "/m2/a-1.jar");
        assertThat(PeerJars.only(all, Set.of("netty-buffer", "a")::contains))
                .isEqualTo(path("/bench/classes", "/m2/netty-buffer-4.2.18.Final-linux.jar", "/m2/a-1.jar"));
    }

    @Test
    void replaced_otherVersionOnPath_isTakenOut() {
        String ours =
                path("/bench/classes", "/m2/reactor-pool-1.2.6.jar", "/m2/reactor-core-3.8.6.jar", "/m2/gson-2.1.jar");
        String old = path("/peers/reactor-pool-1.0.0.jar");

        assertThat(PeerJars.replaced(ours, List.of(old)))
                .isEqualTo(path(
                        "/peers/reactor-pool-1.0.0.jar",
                        "/bench/classes",
                        "/m2/reactor-core-3.8.6.jar",
                        "/m2/gson-2.1.jar"));
    }
}
