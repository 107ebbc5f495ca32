package io.sluice.embedded;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds a Java for the child. Hadoop 3.4, which HBase 2.6 uses, logs in its user with a method of the security manager
 * that Java 24 removed, so the child needs Java 17 to 23.
 */
final class ChildJava {
    /** System property with the Java home folder of the child. */
    static final String HOME_PROPERTY = "sluice.embedded.java.home";

    private static final int OLDEST = 17;
    private static final int NEWEST = 23;
    private static final List<String> VARIABLES = List.of("SLUICE_JAVA17_HOME", "JAVA17_HOME", "JAVA_HOME_17_X64");

    private ChildJava() {}

    /** Returns the {@code java} to start. */
    static Path find() throws IOException {
        return find(System.getProperties(), Runtime.version().feature(), System.getenv(), Path.of("/usr/lib/jvm"));
    }

    /**
     * Returns the {@code java} of the first of: the system property, the running Java when it is old enough, the
     * environment, a Java home below {@code installed}.
     */
    static Path find(Properties properties, int running, Map<String, String> environment, Path installed)
            throws IOException {
        String named = properties.getProperty(HOME_PROPERTY);
        if (named != null && !named.isBlank()) {
            return required(Path.of(named), HOME_PROPERTY);
        }
        if (running >= OLDEST && running <= NEWEST) {
            return required(Path.of(properties.getProperty("java.home", "")), "java.home");
        }
        for (String variable : VARIABLES) {
            String home = environment.get(variable);
            if (home != null && !home.isBlank()) {
                return required(Path.of(home), variable);
            }
        }
        Path found = search(installed);
        if (found != null) {
            return found;
        }
        throw new FileNotFoundException("HBase's server runs on Java " + OLDEST + " to " + NEWEST + ", this is Java "
                + running + ". Name a Java home folder by -D" + HOME_PROPERTY
                + "=FOLDER or by the environment variable "
                + VARIABLES.get(0) + " (none found in " + installed + ")");
    }

    private static Path required(Path home, String setting) throws IOException {
        Path java = executable(home);
        if (java == null) {
            throw new FileNotFoundException("No bin/java in " + home + ", named by " + setting);
        }
        return java;
    }

    private static @Nullable Path executable(Path home) {
        for (String name : List.of("java", "java.exe")) {
            Path java = home.resolve("bin").resolve(name);
            if (Files.isExecutable(java)) {
                return java;
            }
        }
        return null;
    }

    private static @Nullable Path search(Path installed) throws IOException {
        if (!Files.isDirectory(installed)) {
            return null;
        }
        TreeSet<Path> homes = new TreeSet<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(installed)) {
            stream.forEach(homes::add);
        }
        for (Path home : homes) {
            Path java = executable(home);
            if (java != null && suits(home)) {
                return java;
            }
        }
        return null;
    }

    private static boolean suits(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release)) {
            return false;
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(release)) {
            properties.load(reader);
        }
        String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
        String feature = version.split("[.+-]", 2)[0];
        return feature.matches("\\d{1,4}")
                && Integer.parseInt(feature) >= OLDEST
                && Integer.parseInt(feature) <= NEWEST;
    }
}
