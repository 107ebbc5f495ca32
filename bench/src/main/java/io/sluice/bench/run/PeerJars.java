package io.sluice.bench.run;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Class paths for measured processes: parts of our own, and with other versions of some artifacts. */
public final class PeerJars {
    private static final String JAR = ".jar";
    private static final Pattern VERSION = Pattern.compile("-\\d.*");

    private PeerJars() {}

    /** Our own class path. */
    public static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** Those entries of our own class path whose artifact matches, and its folders. */
    public static String classPathOf(Predicate<String> artifacts) {
        return only(classPath(), artifacts);
    }

    static String only(String classPath, Predicate<String> artifacts) {
        return entries(classPath)
                .filter(entry -> !entry.endsWith(JAR) || artifacts.test(artifact(entry)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Stream<String> entries(String classPath) {
        return Pattern.compile(Pattern.quote(File.pathSeparator)).splitAsStream(classPath);
    }

    /** The folder or jar that a class was loaded from. */
    public static Path classesOf(Class<?> any) {
        try {
            // The path of the URL itself would have %20 for a space.
            return Path.of(
                    any.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no path to " + any, e);
        }
    }

    /**
     * Our class path with the jars of a folder replacing other versions of the same artifacts.
     *
     * @param folder its name below the peers' folder
     * @throws IOException if there is no such folder, or it is empty or holds an artifact twice
     */
    public static String classPathWith(String folder) throws IOException {
        Path peers = Path.of(System.getProperty(JmhSession.PEERS_PROPERTY, "bench/target/peers"), folder);
        List<String> jars;
        try (Stream<Path> files = Files.list(peers)) {
            jars = files.map(Path::toString)
                    .filter(name -> name.endsWith(JAR))
                    .sorted()
                    .toList();
        }
        if (jars.isEmpty() || jars.stream().map(PeerJars::artifact).distinct().count() != jars.size()) {
            throw new IOException(peers + " should hold each artifact once, but holds " + jars);
        }
        return replaced(classPath(), jars);
    }

    static String replaced(String classPath, List<String> jars) {
        Set<String> artifacts = jars.stream().map(PeerJars::artifact).collect(Collectors.toSet());
        Stream<String> kept = entries(classPath).filter(entry -> !artifacts.contains(artifact(entry)));
        return Stream.concat(jars.stream(), kept).collect(Collectors.joining(File.pathSeparator));
    }

    /** A jar's name without its version. */
    private static String artifact(String path) {
        return VERSION.matcher(path.substring(path.lastIndexOf(File.separatorChar) + 1))
                .replaceFirst("");
    }
}
