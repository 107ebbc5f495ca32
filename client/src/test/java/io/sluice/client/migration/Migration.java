package io.sluice.client.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Runs the script on copies of the programs, and compiles the result with nothing of HBase or Hadoop on the class path. */
final class Migration {
    static final Path SCRIPT = Path.of("../tools/migrate.sh").toAbsolutePath().normalize();

    private static final Path PROGRAMS = Path.of("src/test/java/io/sluice/client/migration/programs");

    private final Path folder;

    Migration(Path folder) {
        this.folder = folder;
    }

    /** What a run of the script said. */
    record Run(int exitCode, String output) {}

    static Run script(String... arguments) throws IOException, InterruptedException {
        List<String> words = new java.util.ArrayList<>(List.of("sh", SCRIPT.toString()));
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    /** Returns a copy of a program. */
    Path copy(String program) throws IOException {
        return Files.copy(PROGRAMS.resolve(program + ".java"), folder.resolve(program + ".java"));
    }

    /** Returns an instance of a migrated program. */
    @SuppressWarnings("unchecked") // The programs are written so.
    Function<Function<String, String>, String> compiled(Path source) throws Exception {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("hbase-") && !entry.contains("hadoop"))
                .collect(Collectors.joining(File.pathSeparator));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean done = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-proc:none", "-classpath", classPath, "-d", folder.toString()),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            assertThat(done).as(messages.toString()).isTrue();
        }
        String name = "io.sluice.client.migration.programs."
                + source.getFileName().toString().replace(".java", "");
        // Not the one that tests have: there is the program of the same name that was not moved.
        ClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                if (!wanted.startsWith(name)) {
                    return super.loadClass(wanted, resolve);
                }
                Class<?> loaded = findLoadedClass(wanted);
                return loaded == null ? findClass(wanted) : loaded;
            }
        };
        return (Function<Function<String, String>, String>)
                loader.loadClass(name).getConstructor().newInstance();
    }
}
