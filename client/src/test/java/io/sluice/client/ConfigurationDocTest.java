package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/configuration.md against the key names that stand in the sources as string literals. */
class ConfigurationDocTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\| .* \\| ([^|]+) \\|$");
    private static final Pattern LITERAL =
            Pattern.compile("\"((?:hbase|zookeeper|sluice)\\.(?![A-Z])[A-Za-z0-9_.-]+)\"");

    @Test
    void documentedKeys_thatAreUsedOrRefused_standInTheSources() throws IOException {
        Set<String> read = keysInSources();
        Set<String> claimed = documented().entrySet().stream()
                .filter(row -> !row.getValue().startsWith("Not used"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(claimed)
                .hasSizeGreaterThan(20)
                .allSatisfy(
                        key -> assertThat(read).as("%s is said to be used", key).contains(key));
    }

    @Test
    void keysInTheSources_areDocumented_andNotAsUnused() throws IOException {
        Map<String, String> documented = documented();

        assertThat(keysInSources())
                .hasSizeGreaterThan(20)
                .allSatisfy(key -> assertThat(documented)
                        .containsKey(key)
                        .hasEntrySatisfying(key, use -> assertThat(use).doesNotStartWith("Not used")));
    }

    private static Map<String, String> documented() throws IOException {
        Map<String, String> rows = new LinkedHashMap<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/configuration.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.put(row.group(1), row.group(2));
            }
        }
        return rows;
    }

    private static Set<String> keysInSources() throws IOException {
        Set<String> keys = new TreeSet<>();
        for (String module : List.of("core", "client")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        // Names of spans' attributes.
                        .filter(path -> !path.toString().contains("/trace/"))
                        .toList()) {
                    Matcher literal = LITERAL.matcher(Files.readString(file));
                    while (literal.find()) {
                        keys.add(literal.group(1));
                    }
                }
            }
        }
        // A system property, not a key of the configuration.
        keys.remove("sluice.verify.cells");
        return keys;
    }
}
