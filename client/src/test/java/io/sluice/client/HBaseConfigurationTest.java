package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.Configuration;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HBaseConfigurationTest {
    @TempDir
    Path dir;

    private Path confDir;
    private Path classPath;

    @BeforeEach
    void makeDirectories() throws IOException {
        confDir = Files.createDirectory(dir.resolve("conf"));
        classPath = Files.createDirectory(dir.resolve("classes"));
    }

    private static void write(Path file, String key, String value) throws IOException {
        Files.writeString(
                file,
                "<configuration><property><name>" + key + "</name><value>" + value
                        + "</value></property></configuration>");
    }

    private Configuration create(Path environment) throws IOException {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classPath.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            return HBaseConfiguration.create(environment.toString(), loader);
        }
    }

    @Test
    void create_bothPlaces_readsTheDirectoryOnly() throws IOException {
        write(confDir.resolve("hbase-site.xml"), "a", "dir");
        write(classPath.resolve("hbase-site.xml"), "b", "class path");

        Configuration conf = create(confDir);

        assertThat(conf.get("a")).isEqualTo("dir");
        assertThat(conf.get("b")).isNull();
        assertThat(HBaseConfiguration.describeSources(conf)).isEqualTo("read " + confDir.resolve("hbase-site.xml"));
    }

    @Test
    void create_classPathOnly_readsSiteOverDefault() throws IOException {
        write(classPath.resolve("hbase-default.xml"), "a", "default");
        write(classPath.resolve("hbase-site.xml"), "a", "site");

        Configuration conf = create(confDir);

        assertThat(conf.get("a")).isEqualTo("site");
        assertThat(conf.getResources()).hasSize(2);
    }

    @Test
    void create_nothing_isEmptyAndSaysWhereItLooked() throws IOException {
        Configuration conf = create(dir.resolve("missing"));

        assertThat(conf).isEmpty();
        assertThat(HBaseConfiguration.describeSources(
                        conf, dir.resolve("missing").toString()))
                .isEqualTo("no hbase-site.xml found in HBASE_CONF_DIR (" + dir.resolve("missing")
                        + ") or on the class path");
        assertThat(HBaseConfiguration.describeSources(conf, null)).contains("HBASE_CONF_DIR (not set)");
    }

    @Test
    void create_fromTheUsualPlaces_findsHBasesDefaults() {
        Configuration mine = new Configuration();
        mine.set("hbase.client.keyvalue.maxsize", "5");
        mine.set("x", "${hbase.client.keyvalue.maxsize}");

        Configuration conf = HBaseConfiguration.create(mine);

        assertThat(conf.get("hbase.client.write.buffer")).isEqualTo("2097152");
        assertThat(conf.getInt("hbase.client.keyvalue.maxsize", 0)).isEqualTo(5);
        assertThat(conf.getRaw("x")).isEqualTo("${hbase.client.keyvalue.maxsize}");
        assertThat(mine.getResources()).isEmpty();
    }

    @Test
    void create_explicitPlace_isFileOrDirectory() throws IOException {
        Path site = confDir.resolve("hbase-site.xml");
        write(site, "a", "1");

        assertThat(HBaseConfiguration.create(site).get("a")).isEqualTo("1");
        assertThat(HBaseConfiguration.create(confDir).get("a")).isEqualTo("1");
        write(confDir.resolve("hbase-default.xml"), "b", "2");
        assertThat(HBaseConfiguration.create(confDir).get("b")).isEqualTo("2");
    }

    @Test
    void create_explicitPlaceMissing_namesWhatWasLookedFor() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HBaseConfiguration.create(dir.resolve("no.xml")))
                .withMessageContaining(dir.resolve("no.xml") + " does not exist");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HBaseConfiguration.create(dir))
                .withMessageContaining("looked for " + dir.resolve("hbase-site.xml"));
    }

    @Test
    void create_malformed_namesFileLineAndColumn() throws IOException {
        Path site = Files.writeString(confDir.resolve("hbase-site.xml"), "<configuration>\n<property>\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> HBaseConfiguration.create(confDir))
                .withMessageContaining(site + ", line 3, column");
    }
}
