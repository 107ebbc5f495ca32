package io.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildJavaTest {
    @TempDir
    Path folder = Path.of("");

    private final Properties properties = new Properties();

    @Test
    void find_property_beforeTheRunningJava() throws IOException {
        properties.setProperty("java.home", home("running", "17.0.1").toString());
        properties.setProperty(
                "sluice.embedded.java.home", home("named", "21.0.1").toString());
        assertThat(find(17, Map.of())).isEqualTo(folder.resolve("named/bin/java"));
    }

    @Test
    void find_propertyWithoutJava_namesItAndTheProperty() {
        properties.setProperty("sluice.embedded.java.home", "/no/such/home");
        assertThatThrownBy(() -> find(17, Map.of()))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("/no/such/home")
                .hasMessageContaining("sluice.embedded.java.home");
    }

    @Test
    void find_runningJava23_isTaken() throws IOException {
        properties.setProperty("java.home", home("running", "23").toString());
        assertThat(find(23, Map.of())).isEqualTo(folder.resolve("running/bin/java"));
    }

    @Test
    void find_runningJava24_takesTheEnvironment() throws IOException {
        properties.setProperty("java.home", home("running", "24").toString());
        Map<String, String> environment =
                Map.of("JAVA_HOME_17_X64", home("variable", "17").toString());
        assertThat(find(24, environment)).isEqualTo(folder.resolve("variable/bin/java"));
    }

    @Test
    void find_runningJava25_searchesInstalledOnesThatSuit() throws IOException {
        home("jvm/a-11", "11.0.2");
        home("jvm/b-25", "25.0.1");
        home("jvm/c-21", "21.0.4+7");
        Files.createDirectories(folder.resolve("jvm/d-no-release"));
        assertThat(find(25, Map.of())).isEqualTo(folder.resolve("jvm/c-21/bin/java"));
    }

    @Test
    void find_nothingSuits_saysWhatToSet() throws IOException {
        home("jvm/b-25", "25.0.1");
        assertThatThrownBy(() -> find(25, Map.of()))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("this is Java 25")
                .hasMessageContaining("-Dsluice.embedded.java.home=");
    }

    private Path find(int running, Map<String, String> environment) throws IOException {
        return ChildJava.find(properties, running, environment, folder.resolve("jvm"));
    }

    private Path home(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Path java = Files.createFile(home.resolve("bin/java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }
}
