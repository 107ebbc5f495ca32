package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is asked of all main sources and no compiler checks. */
class SourceRulesTest {
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TODO|FIXME|XXX)\\b");

    /** By what a name or bytes from outside could become a class. */
    private static final Pattern REFLECTION = Pattern.compile(
            "\\b(Class\\.forName|loadClass|newInstance|getDeclared\\w+|ServiceLoader|findClass|findVirtual|findStatic|ObjectInputStream|XMLDecoder)\\b");

    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");

    /** What a document sets as code: between backticks, or a block of text. */
    private static final Pattern CODE = Pattern.compile("`[^`\n]+`|(?s:```text\n.*?```)");

    private static final Pattern MEMBER = Pattern.compile("(?<![-\\w])([A-Z][a-z]\\w+)\\.([a-z]\\w*)\\b");
    /** A name of two words at least. */
    private static final Pattern TYPE = Pattern.compile("(?<![-\\w])([A-Z][a-z]+(?:[A-Z][a-z0-9]*)+)\\b");

    private static final Pattern NOT_API = Pattern.compile(
            "(?m)^package (io\\.sluice\\.([\\w.]+\\.)?internal|io\\.sluice\\.(loader|connectors(?=;))|io\\.sluice\\.embedded\\.child|org\\.apache)\\b");

    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("(?m)^public [a-z @-]*\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");

    /** The types at the beginning of a row of docs/api-review.md. */
    private static final Pattern REVIEW_ROW = Pattern.compile("(?m)^\\| `[A-Z]\\w*`[^|]*");

    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    private static final Set<String> FOREIGN = Set.of("EventLoop", "KeyValue", "KeyValueCodec");

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
            if (source.toString().contains("/org/apache/hadoop/")) {
                // A mark there would be one of HBase's own classes, which have promised nothing.
                continue;
            }
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

    /** A name that is gone misleads more than no document. Names of other projects may be written without a member. */
    @Test
    void documents_nameTypesAndMembersThatExist() throws IOException {
        Map<String, String> sourceOf = new HashMap<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            DECLARATION.matcher(text).results().forEach(type -> sourceOf.merge(type.group(1), text, String::concat));
        }
        List<String> wrong = new ArrayList<>();
        int checked = 0;
        for (String document :
                List.of("ARCHITECTURE.md", "docs/concurrency.md", "docs/deliberate.md", "CONTRIBUTING.md")) {
            String text = Files.readString(Path.of("..").resolve(document));
            List<String> codes =
                    CODE.matcher(text).results().map(MatchResult::group).toList();
            for (String code : codes) {
                for (MatchResult name : MEMBER.matcher(code).results().toList()) {
                    String source = sourceOf.get(name.group(1));
                    if (source != null) {
                        checked++;
                        if (!Pattern.compile("\\b" + name.group(2) + "\\b")
                                .matcher(source)
                                .find()) {
                            wrong.add(document + ": " + name.group());
                        }
                    } else if (!FOREIGN.contains(name.group(1))) {
                        wrong.add(document + ": " + name.group());
                    }
                }
            }
        }
        String architecture = Files.readString(Path.of("../ARCHITECTURE.md"));
        for (MatchResult code : CODE.matcher(architecture).results().toList()) {
            TYPE.matcher(code.group())
                    .results()
                    .map(type -> type.group(1))
                    .filter(type -> !sourceOf.containsKey(type) && !FOREIGN.contains(type))
                    .forEach(wrong::add);
        }
        assertThat(wrong).isEmpty();
        assertThat(checked).isGreaterThan(100);
    }

    /** So that nothing becomes public, and has to be kept, by accident. */
    @Test
    void publicTypes_ofPublishedModules_haveAReasonInTheReview() throws IOException {
        Set<String> types = new TreeSet<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            if (isPublished(source) && !NOT_API.matcher(text).find()) {
                PUBLIC_TYPE.matcher(text).results().map(type -> type.group(1)).forEach(types::add);
            }
        }
        Set<String> reviewed = new TreeSet<>();
        String review = Files.readString(Path.of("../docs/api-review.md"));
        for (MatchResult row : REVIEW_ROW.matcher(review).results().toList()) {
            NAME.matcher(row.group()).results().map(name -> name.group(1)).forEach(reviewed::add);
        }
        assertThat(reviewed).isEqualTo(types);
    }

    private static boolean isPublished(Path source) throws IOException {
        String path = source.toString();
        Path module = Path.of(path.substring(0, path.indexOf("src/main/java/")));
        return Files.readString(module.resolve("pom.xml")).contains("<release.skip>false</release.skip>");
    }
}
