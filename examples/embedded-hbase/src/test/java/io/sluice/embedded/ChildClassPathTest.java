package io.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildClassPathTest {
    @TempDir
    Path repository = Path.of("");

    @Test
    void parse_twoJars_pathsInsideRepository() throws IOException {
        assertThat(ChildClassPath.parse("repository:/a/b/1/b-1.jar|repository:/c/2/c-2.jar\n"))
                .containsExactly("a/b/1/b-1.jar", "c/2/c-2.jar");
    }

    @Test
    void parse_pathOfAMachine_namesIt() {
        assertThatThrownBy(() -> ChildClassPath.parse("repository:/a.jar|/home/x/b.jar"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/home/x/b.jar");
    }

    @Test
    void resolve_missingJar_namesJarRepositoryAndProperty() throws IOException {
        Files.createFile(repository.resolve("a.jar"));
        assertThatThrownBy(() -> ChildClassPath.resolve(List.of("a.jar", "x/b.jar"), repository, "Do this"))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("x/b.jar")
                .hasMessageContaining(repository.toString())
                .hasMessageContaining("Do this")
                .hasMessageContaining("-Dsluice.maven.repository=");
    }

    @Test
    void resolve_allThere_inOrder() throws IOException {
        Files.createFile(repository.resolve("a.jar"));
        Files.createFile(repository.resolve("b.jar"));
        assertThat(ChildClassPath.resolve(List.of("b.jar", "a.jar"), repository, ""))
                .containsExactly(repository.resolve("b.jar"), repository.resolve("a.jar"));
    }

    @Test
    void remedy_jarBesideItsPom_downloadsByThePom() throws IOException {
        Path jar = Files.createFile(repository.resolve("e-1.jar"));
        assertThat(ChildClassPath.remedy(jar)).contains("Build once");
        Files.createFile(repository.resolve("e-1.pom"));
        assertThat(ChildClassPath.remedy(jar))
                .contains("mvn -f " + repository.resolve("e-1.pom") + " dependency:resolve");
    }

    @Test
    void remedy_classesOfABuild_buildDownloads() {
        assertThat(ChildClassPath.remedy(repository)).contains("Build once with Maven");
    }

    @Test
    void repository_properties_ownBeforeMavensBeforeHome() {
        Properties properties = new Properties();
        properties.setProperty("user.home", "/u");
        assertThat(ChildClassPath.repository(properties)).isEqualTo(Path.of("/u/.m2/repository"));
        properties.setProperty("maven.repo.local", "/m");
        assertThat(ChildClassPath.repository(properties)).isEqualTo(Path.of("/m"));
        properties.setProperty("sluice.maven.repository", "/s");
        assertThat(ChildClassPath.repository(properties)).isEqualTo(Path.of("/s"));
    }
}
