package io.sluice.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A JVM for a program that uses HBase's classes: with a suitable Java, the opened packages that these classes need, a
 * heap of 1 GiB, and a configuration. The program does not end with this JVM.
 *
 * @param folder absolute; for configuration, output and temporary files, and the working directory of the program.
 *     Created if missing
 * @param settings of its {@code hbase-site.xml}, which is first on the class path
 * @param classPath the rest of it, as for {@code java -cp}
 * @param jvmFlags after the defaults, which they override
 */
public record HBaseJvm(Path folder, Map<String, String> settings, String classPath, List<String> jvmFlags) {
    /** Creates one; see the class. */
    public HBaseJvm {
        if (!folder.isAbsolute()) {
            throw new IllegalArgumentException("folder must be absolute: " + folder);
        }
        settings = Map.copyOf(settings);
        jvmFlags = List.copyOf(jvmFlags);
    }

    /** Returns the file with the standard output of the program. */
    public Path output() {
        return folder.resolve("output.txt");
    }

    /** Returns the file with its standard error, which usually contains its log. */
    public Path log() {
        return folder.resolve("log.txt");
    }

    /** Returns the folder for temporary files. */
    public Path temporary() {
        return folder.resolve("tmp");
    }

    /**
     * Starts a program.
     *
     * @param main its class
     * @throws IOException if there is no suitable Java, or the folder cannot be written
     */
    public Process start(String main, List<String> arguments) throws IOException {
        Files.createDirectories(temporary());
        Path configuration = Files.createDirectories(folder.resolve("conf"));
        HBaseSite.write(configuration.resolve("hbase-site.xml"), settings);
        List<String> flags = new ArrayList<>();
        flags.add("-Djava.io.tmpdir=" + temporary());
        flags.addAll(jvmFlags);
        return new JavaCommand(flags, configuration + File.pathSeparator + classPath, main, arguments)
                .builder(folder.resolve("jvm.args"))
                .directory(folder.toFile())
                .redirectOutput(output().toFile())
                .redirectError(log().toFile())
                .start();
    }
}
