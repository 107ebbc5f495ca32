package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is asked of all main sources and no compiler checks. */
class SourceRulesTest {
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TODO|FIXME|XXX)\\b");

    /** By what a name or bytes from outside could become a class. */
    private static final Pattern REFLECTION = Pattern.compile(
            "\\b(Class\\.forName|loadClass|newInstance|getDeclared\\w+|ServiceLoader|findClass|findVirtual|findStatic|ObjectInputStream|XMLDecoder)\\b");

    /** Of all modules beside this one. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        Path root = Path.of("..").toAbsolutePath().normalize();
        try (Stream<Path> all = Files.find(root, 20, (path, attributes) -> attributes.isRegularFile())) {
            all.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> root.relativize(path).toString().contains("src/main/java/"))
                    // A build may leave sources of others there.
                    .filter(path -> !root.relativize(path).toString().contains("target/"))
                    .forEach(sources::add);
        }
        return sources;
    }

    @Test
    void sources_allModules_areFound() throws IOException {
        assertThat(sources())
                .extracting(path -> path.getFileName().toString())
                .contains("Put.java", "ConnectionFactory.java");
    }

    @Test
    void packages_haveAPackageInfoThatMarksThemNull() throws IOException {
        Set<Path> without = new TreeSet<>();
        for (Path source : sources()) {
            Path info = source.resolveSibling("package-info.java");
            if (!Files.exists(info) || !Files.readString(info).contains("@NullMarked")) {
                without.add(info);
            }
        }
        assertThat(without).isEmpty();
    }

    @Test
    void files_haveNothingUnfinished() throws IOException {
        List<Path> unfinished = new ArrayList<>();
        for (Path source : sources()) {
            if (UNFINISHED.matcher(Files.readString(source)).find()) {
                unfinished.add(source);
            }
        }
        assertThat(unfinished).isEmpty();
    }

    @Test
    void whatShips_makesNoClassesOfNames() throws IOException {
        List<Path> reflective = new ArrayList<>();
        for (Path source : sources()) {
            boolean ships = source.toString().contains("/core/src/main/")
                    || source.toString().contains("/client/src/main/");
            // Comments may name what is not used.
            String code = Files.readString(source).replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "");
            if (ships && REFLECTION.matcher(code).find()) {
                reflective.add(source);
            }
        }
        assertThat(reflective).isEmpty();
    }
}
