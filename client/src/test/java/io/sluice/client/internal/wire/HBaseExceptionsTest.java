package io.sluice.client.internal.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.retry.ErrorMeaning.Pause;
import io.sluice.internal.retry.ErrorMeaning.Stale;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.junit.jupiter.api.Test;

/**
 * Compares the meaning of each exception class in the jars of an HBase server with its superclasses there. The jars are
 * those of the version that the embedded server has ({@code -Dembedded.hbase.version}, {@code client/matrix}).
 */
class HBaseExceptionsTest {
    private static final String HBASE = "org.apache.hadoop.hbase.";

    /** The jars of the server, all of them, since superclasses may be in any. */
    private static List<Path> jars() throws Exception {
        // HBase's client is in the same repository.
        Path client = Path.of(DoNotRetryIOException.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path repository = client.getRoot().resolve(client.subpath(0, client.getNameCount() - 6));
        try (InputStream list = EmbeddedHBase.class.getResourceAsStream("hbase-classpath.txt")) {
            String text = new String(Objects.requireNonNull(list).readAllBytes(), UTF_8);
            return Arrays.stream(text.strip().split("\\|"))
                    .map(entry -> repository.resolve(entry.substring("repository:/".length())))
                    .toList();
        }
    }

    /** The names of an exception class and its superclasses; empty for any other class. */
    private static List<String> family(String className, ClassLoader loader) {
        List<String> names = new ArrayList<>();
        try {
            Class<?> type = Class.forName(className, /* initialize= */ false, loader);
            if (Throwable.class.isAssignableFrom(type)) {
                for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
                    names.add(each.getName());
                }
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // Some classes are for libraries that a server does without. No exception class is among them, see below.
            assertThat(className).doesNotEndWith("Exception");
        }
        return names;
    }

    private static List<String> classesOfHBase(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith("org/apache/hadoop/hbase/") && name.endsWith(".class"))
                    .filter(name -> !name.contains("/shaded/"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .toList();
        }
    }

    /** What is wrong about the meaning of the class; empty if nothing is. */
    private static String complaint(List<String> family) {
        String className = family.get(0);
        ErrorMeaning meaning = ErrorMeaning.inAnswer(RemoteErrors.inBody(className, className + ": x"));
        if (family.contains(HBASE + "exceptions.RequestTooBigException")) {
            return meaning.stale() == Stale.LIMITS ? "" : "is too big: ";
        }
        boolean isFinal = family.contains(HBASE + "DoNotRetryIOException")
                // It is a plain HBaseIOException, and an error of the encoder.
                || family.contains(HBASE + "client.WrongRowIOException");
        if (meaning.isFinal(1) != isFinal) {
            return isFinal ? "is final: " : "is not final: ";
        }
        boolean misplaced = family.contains(HBASE + "NotServingRegionException")
                || family.contains(HBASE + "regionserver.WrongRegionException");
        if (misplaced != (meaning.stale() == Stale.REGION)) {
            return "is of a region's place or is not: ";
        }
        boolean down = family.contains(HBASE + "regionserver.RegionServerStoppedException")
                || family.contains(HBASE + "ipc.ServerNotRunningYetException");
        if (down != (meaning.stale() == Stale.SERVER)) {
            return "is of a server that is down or is not: ";
        }
        boolean overloaded = family.contains(HBASE + "CallDroppedException")
                // In 2.4 it does not extend the other.
                || className.equals(HBASE + "CallQueueTooBigException");
        return overloaded == (meaning.pause() == Pause.OVERLOADED) ? "" : "is of an overloaded server or is not: ";
    }

    @Test
    void everyExceptionOfHBase_meansWhatItsSuperclassesSay() throws Exception {
        List<Path> jars = jars();
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        List<String> complaints = new ArrayList<>();
        int exceptions = 0;
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            for (Path jar : jars) {
                if (!jar.getFileName().toString().startsWith("hbase-")) {
                    continue;
                }
                for (String className : classesOfHBase(jar)) {
                    List<String> family = family(className, loader);
                    if (!family.isEmpty()) {
                        exceptions++;
                        String complaint = complaint(family);
                        if (!complaint.isEmpty()) {
                            complaints.add(complaint + family);
                        }
                    }
                }
            }
        }
        assertThat(complaints).isEmpty();
        assertThat(exceptions).as("exception classes in HBase's jars").isGreaterThan(100);
    }
}
