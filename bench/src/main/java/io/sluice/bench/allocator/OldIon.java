package io.sluice.bench.allocator;

import com.amazon.ion.impl.bin.IonBlocks;
import io.sluice.bench.run.JmhSession;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Loads {@link IonBlocks} a second time, with an ion-java whose allocator did not count its free blocks yet. */
final class OldIon {
    private OldIon() {}

    static BlockSource open(int blockBytes) {
        try {
            Class<?> blocks = Class.forName(IonBlocks.class.getName(), true, new IonFirst(urls()));
            return (BlockSource) blocks.getMethod("of", int.class).invoke(null, blockBytes);
        } catch (ReflectiveOperationException | IOException e) {
            throw new IllegalStateException("the old ion-java cannot be loaded", e);
        }
    }

    /** Returns the old jar, then our classes. */
    private static URL[] urls() throws IOException {
        Path folder = Path.of(System.getProperty(JmhSession.PEERS_PROPERTY, "bench/target/peers"));
        List<Path> jars;
        try (Stream<Path> files = Files.list(folder)) {
            jars = files.filter(file -> file.getFileName().toString().startsWith("ion-java-"))
                    .toList();
        }
        if (jars.size() != 1) {
            throw new IOException(folder + " should hold one jar of ion-java, but holds " + jars);
        }
        URL ours = IonBlocks.class.getProtectionDomain().getCodeSource().getLocation();
        return new URL[] {jars.get(0).toUri().toURL(), ours};
    }

    /** Never loads ion-java's packages from its parent, which has the newest version. */
    private static final class IonFirst extends URLClassLoader {
        private static final String ION = "com.amazon.ion.";

        IonFirst(URL[] urls) {
            super(urls, OldIon.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(ION)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }
}
