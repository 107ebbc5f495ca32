package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/**
 * The class path of the child: this module's classes, then HBase's jars. The build lists these jars in {@code
 * hbase-classpath.txt}, as paths relative to a Maven repository, so that the module's jar contains no path of the build
 * machine; the repository itself is located at run time.
 */
final class ChildClassPath {
    /** System property with the Maven repository that holds HBase's jars. */
    static final String REPOSITORY_PROPERTY = "sluice.maven.repository";

    private static final String RESOURCE = "hbase-classpath.txt";
    private static final String MARK = "repository:/";

    private ChildClassPath() {}

    /** Returns the class path, this module first; throws if a jar is missing. */
    static List<Path> find() throws IOException {
        Path own = ownClasses();
        List<Path> all = new ArrayList<>();
        all.add(own);
        all.addAll(resolve(parse(list()), repository(System.getProperties()), remedy(own)));
        return all;
    }

    private static String list() throws IOException {
        try (InputStream in = ChildClassPath.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new FileNotFoundException("The list of HBase's jars, " + RESOURCE
                        + ", is missing beside the classes of sluice-embedded-hbase; Maven writes it in the phase"
                        + " generate-resources");
            }
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    /** Returns the paths inside a repository that {@code list} names. */
    static List<String> parse(String list) throws IOException {
        List<String> paths = new ArrayList<>();
        for (String entry : Arrays.asList(list.strip().split("\\|", -1))) {
            if (!entry.startsWith(MARK)) {
                throw new IOException("Not a path inside a Maven repository in " + RESOURCE + ": " + entry);
            }
            paths.add(entry.substring(MARK.length()));
        }
        return paths;
    }

    /** Returns the Maven repository that {@code properties} name, else the one in the user's home folder. */
    static Path repository(Properties properties) {
        for (String name : List.of(REPOSITORY_PROPERTY, "maven.repo.local")) {
            String value = properties.getProperty(name);
            if (value != null && !value.isBlank()) {
                return Path.of(value);
            }
        }
        return Path.of(properties.getProperty("user.home", ""), ".m2", "repository");
    }

    /**
     * Returns instructions for getting HBase's jars. A program that depends on this module's jar does not get them from
     * Maven automatically, since they must not be on its class path. The published POM names them all, so Maven can
     * download them for the POM itself.
     */
    static String remedy(Path own) {
        String path = own.toString();
        Path pom = Path.of(path.replaceFirst("\\.jar$", ".pom"));
        return path.endsWith(".jar") && Files.isRegularFile(pom)
                ? "Download all of them, once, by mvn -f " + pom + " dependency:resolve"
                : "Build once with Maven, which downloads it";
    }

    /** Returns {@code paths} inside {@code repository}; throws, with the remedy, if one is not a file. */
    static List<Path> resolve(List<String> paths, Path repository, String remedy) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String path : paths) {
            Path jar = repository.resolve(path);
            if (!Files.isRegularFile(jar)) {
                throw new FileNotFoundException("HBase's jar " + path + " is not in the Maven repository " + repository
                        + ". " + remedy + ", or name the repository by -D" + REPOSITORY_PROPERTY + "=FOLDER");
            }
            jars.add(jar);
        }
        return jars;
    }

    private static Path ownClasses() throws IOException {
        try {
            return Path.of(ChildClassPath.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("Cannot find the classes of sluice-embedded-hbase", e);
        }
    }
}
