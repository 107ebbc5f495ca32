package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * How a child is started.
 *
 * @param folder the child's folder: data, log, settings
 * @param ownsFolder whether the folder is deleted when the child ends
 * @param settings HBase settings
 * @param jvmFlags JVM flags after the defaults
 * @param arguments arguments of the child's main class after the folder and whether to delete it
 */
record ChildLaunch(
        Path folder, boolean ownsFolder, Map<String, String> settings, List<String> jvmFlags, List<String> arguments) {

    private static final String MAIN = "io.sluice.embedded.child.ChildMain";

    /** Returns the file that the child logs to. */
    Path logFile() {
        return folder.resolve("hbase.log");
    }

    /** Starts the child, which logs to its file. */
    Process start() throws IOException {
        Files.createDirectories(folder);
        List<Path> jars = ChildClassPath.find();
        List<String> flags = new ArrayList<>(ClassArchive.flags(jars.get(0)));
        flags.add("-Dlog4j.configuration=io/sluice/embedded/child/log4j.properties");
        flags.addAll(jvmFlags);
        List<String> all =
                new ArrayList<>(List.of(folder.toString(), ownsFolder ? "delete" : "keep", "" + writeSettings()));
        all.addAll(arguments);
        String classPath = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return new JavaCommand(flags, classPath, MAIN, all)
                .builder(folder.resolve("child.args"))
                .redirectError(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
                .start();
    }

    private Path writeSettings() throws IOException {
        Properties properties = new Properties();
        properties.putAll(settings);
        Path file = folder.resolve("child.properties");
        try (Writer writer = new BufferedWriter(Files.newBufferedWriter(file, UTF_8))) {
            properties.store(writer, null);
        }
        return file;
    }
}
