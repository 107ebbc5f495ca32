package io.sluice.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * HBase's classes as a JVM has parsed them (class data sharing), in a file beside this module's jar. A child that finds the
 * file starts with about half the processor time. The integration tests of this module write it, for the servers of all
 * later tests; a published jar has none. A JVM ignores the file if its own version or the class path is another.
 */
final class ClassArchive {
    private static final String JAR = ".jar";

    private ClassArchive() {}

    /** Returns where the archive of {@code jar} is, or would be. */
    static Path of(Path jar) {
        String name = jar.toString();
        return Path.of(name.substring(0, name.length() - JAR.length()) + ".jsa");
    }

    /** Returns the JVM flags for a child whose class path begins with {@code own}, which may be a folder of classes. */
    static List<String> flags(Path own) {
        if (!own.toString().endsWith(JAR) || !Files.isRegularFile(of(own))) {
            return List.of();
        }
        // A JVM that cannot use the archive says so on standard output, which belongs to the control protocol.
        return List.of("-XX:SharedArchiveFile=" + of(own), "-Xlog:disable", "-Xlog:all=warning:stderr");
    }
}
