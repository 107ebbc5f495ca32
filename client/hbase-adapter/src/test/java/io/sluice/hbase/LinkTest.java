package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The adapter is compiled against one version of hbase-client. Whether each class, method and field of HBase's that it refers
 * to is there in the oldest version that it works with, and in HBase 3.
 */
class LinkTest {
    private static final Path CLASSES = Path.of("target", "classes");

    /** Only {@link RequestAttributes} calls these, which expects that they are missing. */
    private static final List<String> SINCE_2_6 = List.of(
            "org/apache/hadoop/hbase/client/AsyncTable.getRequestAttributes()Ljava/util/Map;",
            "org/apache/hadoop/hbase/client/BufferedMutatorParams.getRequestAttributes()Ljava/util/Map;",
            "org/apache/hadoop/hbase/client/Table.getRequestAttributes()Ljava/util/Map;");

    /** Only the constructors that the factory of HBase 2.6 looks for call these. */
    private static final List<String> CONSTRUCTORS_SINCE_2_6 = List.of(
            "org/apache/hadoop/hbase/client/AsyncConnectionImpl.<init>(Lorg/apache/hadoop/conf/Configuration;"
                    + "Lorg/apache/hadoop/hbase/client/ConnectionRegistry;Ljava/lang/String;"
                    + "Lorg/apache/hadoop/hbase/security/User;Ljava/util/Map;)V",
            "org/apache/hadoop/hbase/client/ConnectionImplementation.<init>(Lorg/apache/hadoop/conf/Configuration;"
                    + "Ljava/util/concurrent/ExecutorService;Lorg/apache/hadoop/hbase/security/User;Ljava/util/Map;)V");

    /** HBase 3 has one connection instead, in an artifact of its own. */
    private static final List<String> OF_HBASE_2 = List.of(
            "org/apache/hadoop/hbase/client/OpenConnectionImplementation",
            "io/sluice/hbase/SluiceConnection",
            "io/sluice/hbase/SluiceAsyncConnection",
            "io/sluice/hbase/SluiceBufferedMutator");

    @Test
    void oldestVersion_hasAllThatIsReferredTo() throws IOException {
        Set<String> expected = new TreeSet<>(SINCE_2_6);
        expected.addAll(CONSTRUCTORS_SINCE_2_6);
        assertThat(missing("oldest", List.of())).isEqualTo(expected);
    }

    @Test
    void hbase3_hasAllThatIsReferredTo() throws IOException {
        assertThat(missing("hbase3", OF_HBASE_2)).containsExactlyElementsOf(SINCE_2_6);
    }

    /** A class file's members, and where it inherits more from. */
    private record Members(Set<String> own, List<String> parents) {}

    /** References of all classes but some that lead nowhere with the jars of a version. */
    private static Set<String> missing(String version, List<String> exceptions) throws IOException {
        Set<String> missing = new TreeSet<>();
        try (Library library = new Library(version);
                Stream<Path> files = Files.walk(CLASSES)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".class")).toList()) {
                ClassReader reader = new ClassReader(Files.readAllBytes(file));
                if (!exceptions.contains(reader.getClassName().replaceFirst("\\$.*", ""))) {
                    addMissing(reader, library, missing);
                }
            }
        }
        return missing;
    }

    /** What a class refers to is in its pool of constants. */
    private static void addMissing(ClassReader reader, Library library, Set<String> missing) throws IOException {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            // The second place of a number of 64 bits has none.
            int tag = item == 0 ? 0 : reader.readByte(item - 1);
            if (tag == 7) { // A class.
                String name = reader.readUTF8(item, buffer);
                if (isChecked(name) && library.members(name) == null) {
                    missing.add(name);
                }
            } else if (tag >= 9 && tag <= 11) { // A field, a method, a method of an interface.
                String owner = reader.readClass(item, buffer);
                int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
                String member = reader.readUTF8(nameAndType, buffer) + reader.readUTF8(nameAndType + 2, buffer);
                if (isChecked(owner) && !library.has(owner, member)) {
                    missing.add(owner + "." + member);
                }
            }
        }
    }

    /** HBase's classes; and those here, which may inherit what they refer to. */
    private static boolean isChecked(String className) {
        return className.startsWith("org/apache/hadoop/hbase/") || className.startsWith("io/sluice/hbase/");
    }

    /** The jars of a version, and what they need of other libraries. */
    private static final class Library implements AutoCloseable {
        private final URLClassLoader jars;
        private final Map<String, @Nullable Members> known = new HashMap<>();

        Library(String version) throws IOException {
            List<URL> places = new ArrayList<>(List.of(url(CLASSES)));
            try (Stream<Path> files = Files.list(Path.of("target", "other-hbase", version))) {
                for (Path jar : files.toList()) {
                    places.add(url(jar));
                }
            }
            jars = new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        }

        private static URL url(Path place) throws MalformedURLException {
            return place.toUri().toURL();
        }

        boolean has(String className, String member) throws IOException {
            Members members = members(className);
            if (members == null) {
                return false;
            }
            if (members.own().contains(member)) {
                return true;
            }
            for (String parent : members.parents()) {
                if (has(parent, member)) {
                    return true;
                }
            }
            return false;
        }

        /** Null if there is no such class. */
        @Nullable Members members(String className) throws IOException {
            if (!known.containsKey(className)) {
                known.put(className, read(className));
            }
            return known.get(className);
        }

        private @Nullable Members read(String className) throws IOException {
            String file = className + ".class";
            InputStream found = jars.getResourceAsStream(file);
            if (found == null && !isChecked(className)) {
                found = LinkTest.class.getClassLoader().getResourceAsStream(file);
            }
            try (InputStream in = found) {
                return in == null ? null : members(new ClassReader(in));
            }
        }

        private static Members members(ClassReader reader) {
            Set<String> own = new TreeSet<>();
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9) {
                        @Override
                        public @Nullable FieldVisitor visitField(
                                int access, String name, String type, String signature, Object value) {
                            own.add(name + type);
                            return null;
                        }

                        @Override
                        public @Nullable MethodVisitor visitMethod(
                                int access, String name, String type, String signature, String[] thrown) {
                            own.add(name + type);
                            return null;
                        }
                    },
                    ClassReader.SKIP_CODE);
            List<String> parents = new ArrayList<>(Arrays.asList(reader.getInterfaces()));
            if (reader.getSuperName() != null) {
                parents.add(reader.getSuperName());
            }
            return new Members(own, parents);
        }

        @Override
        public void close() throws IOException {
            jars.close();
        }
    }
}
