package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.settings.Setting;
import io.sluice.internal.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

/** Holds docs/configuration.md against {@link Settings}, and against the keys that stand in the sources as string literals. */
class ConfigurationDocTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\| .* \\| ([^|]+) \\|$");
    private static final Pattern DEFAULT = Pattern.compile("^\\| `([^`]+)` \\| ([^|]+) \\|");
    private static final Pattern CONSTANT = Pattern.compile("String (\\w+) = \"([^\"]+)\";");
    private static final Pattern SHIFT = Pattern.compile("(\\d+)L? << (\\d+)");
    private static final Pattern GET = Pattern.compile(
            "(?:\\.get\\w*\\(|Keys\\.\\w+\\(\\s*conf,)\\s*(\\w+|\"[^\"]+\"),\\s*(-?[0-9][0-9_.]*|\\d+L? << \\d+|true|false|\"[^\"]+\")\\)");
    private static final Pattern LITERAL =
            Pattern.compile("\"((?:hbase|zookeeper|sluice)\\.(?![A-Z])[A-Za-z0-9_.-]+)\"");
    private static final Pattern PART_OF_HEAP = Pattern.compile("(\\d+), or a quarter of the largest heap.*");
    private static final Pattern PROPERTY = Pattern.compile("the system property (\\S+), else (\\S+)");
    private static final String OF_TABLES = "### For a mutator";

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

    /** Of defaults that are written as a number, a truth value or a text; others follow another key, as the document says. */
    @Test
    void defaultsInTheSources_areTheDocumentedOnes() throws IOException {
        Map<String, String> documented = documentedDefaults();
        Map<String, String> read = defaultsInSources();

        assertThat(read).hasSizeGreaterThan(25);
        read.forEach((key, value) ->
                assertThat(documented.get(key)).as("default of %s", key).isEqualTo(value));
    }

    /** Each key of {@link Settings} has a row, and the other way round. */
    @Test
    void keysOfSluice_areDocumented_withTheirDefaults() throws IOException {
        Map<String, String> documented = documentedDefaults();
        documented.keySet().removeIf(key -> !key.startsWith("sluice."));
        Map<String, String> read = new LinkedHashMap<>();
        Settings.all().forEach(setting -> read.put(setting.name(), written(setting.defaultValue())));

        documented.replaceAll((key, value) -> evaluated(value));
        assertThat(documented).hasSizeGreaterThan(20).containsExactlyInAnyOrderEntriesOf(read);
    }

    @Test
    void keysOfSluice_thatTablesMayHave_standUnderTheirHeading() throws IOException {
        String document = Files.readString(ROOT.resolve("docs/configuration.md"));
        String[] parts = document.split(OF_TABLES, 2);
        String ofTables = parts[1].split("\n#", 2)[0];

        for (Setting<?> setting : Settings.all()) {
            String row = "| `" + setting.name() + "` |";
            assertThat(ofTables.contains(row))
                    .as("%s under %s", setting.name(), OF_TABLES)
                    .isEqualTo(setting.ofTable());
        }
    }

    private static String written(Object defaultValue) {
        if (defaultValue instanceof Duration time) {
            return Long.toString(time.toMillis());
        }
        return defaultValue instanceof Enum<?> constant ? constant.name() : defaultValue.toString();
    }

    /** Two defaults depend on the JVM. */
    private static String evaluated(String documented) {
        Matcher heap = PART_OF_HEAP.matcher(documented);
        if (heap.matches()) {
            return Long.toString(
                    Math.min(Long.parseLong(heap.group(1)), Runtime.getRuntime().maxMemory() / 4));
        }
        Matcher property = PROPERTY.matcher(documented);
        return property.matches() ? System.getProperty(property.group(1), property.group(2)) : documented;
    }

    private static Map<String, String> documentedDefaults() throws IOException {
        Map<String, String> defaults = new LinkedHashMap<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/configuration.md"))) {
            Matcher row = DEFAULT.matcher(line);
            if (row.find()) {
                // Behind it stand HBase's own, where that is another, and remarks.
                String value = row.group(2).replaceFirst("(, no | \\(HBase).*", "");
                defaults.put(row.group(1), value.replace("`", "").strip());
            }
        }
        return defaults;
    }

    private static Map<String, String> defaultsInSources() throws IOException {
        Map<String, String> defaults = new LinkedHashMap<>();
        for (Path file : sources()) {
            String source = Files.readString(file);
            Map<String, String> constants = new LinkedHashMap<>();
            Matcher constant = CONSTANT.matcher(source);
            while (constant.find()) {
                constants.put(constant.group(1), constant.group(2));
            }
            Matcher get = GET.matcher(source);
            while (get.find()) {
                String key = get.group(1).startsWith("\"")
                        ? get.group(1).replace("\"", "")
                        : constants.getOrDefault(get.group(1), "");
                if (key.matches("(hbase|zookeeper|sluice)\\..*")) {
                    defaults.put(key, written(get.group(2)));
                }
            }
        }
        return defaults;
    }

    private static String written(String literal) {
        String plain = literal.replace("_", "").replace("\"", "");
        Matcher shift = SHIFT.matcher(plain);
        return shift.matches()
                ? Long.toString(Long.parseLong(shift.group(1)) << Integer.parseInt(shift.group(2)))
                : plain;
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
        for (Path file : sources()) {
            Matcher literal = LITERAL.matcher(Files.readString(file));
            while (literal.find()) {
                keys.add(literal.group(1));
            }
        }
        // A system property, not a key of the configuration.
        keys.remove("sluice.verify.cells");
        return keys;
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("core", "client")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                files.filter(path -> path.toString().endsWith(".java"))
                        // Names of spans' attributes, and of meters.
                        .filter(path -> !path.toString().contains("/trace/"))
                        .filter(path -> !path.toString().contains("/metrics/"))
                        .forEach(sources::add);
            }
        }
        return sources;
    }
}
