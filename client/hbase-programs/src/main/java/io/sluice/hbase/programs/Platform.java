package io.sluice.hbase.programs;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The class path and JVM flags of programs: the jars of HBase, or of an engine, with the adapter.
 *
 * @param classPath as for {@code java -cp}
 * @param jvmFlags flags beyond those for HBase
 */
public record Platform(String classPath, List<String> jvmFlags) {
    private static final String JARS = "program-classpath.txt";

    /** Returns the platform of HBase's own programs. */
    public static Platform hbase() throws IOException {
        return of(Platform.class, List.of());
    }

    /**
     * Returns the platform of the module of {@code any}: its classes, and the jars that its build has listed beside
     * {@code any}.
     *
     * @throws IOException if there is no list
     */
    public static Platform of(Class<?> any, List<String> jvmFlags) throws IOException {
        String classes = any.getProtectionDomain().getCodeSource().getLocation().getPath();
        try (InputStream in = any.getResourceAsStream(JARS)) {
            if (in == null) {
                throw new IOException(JARS + " is missing beside " + any.getName() + ": build its module with Maven");
            }
            String jars = new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
            return new Platform(classes + File.pathSeparator + jars, List.copyOf(jvmFlags));
        }
    }
}
