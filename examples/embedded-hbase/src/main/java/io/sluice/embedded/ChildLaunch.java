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

    /** The JDK packages that HBase 2.6 and Hadoop 3.4 access by reflection on Java 17. */
    private static final List<String> OPENED = List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.dns=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.util=ALL-UNNAMED");

    /** Returns the file that the child logs to. */
    Path logFile() {
        return folder.resolve("hbase.log");
    }

    /**
     * Starts the child. Its command line is in a file in the folder: 180 jars exceed the argument limit of some
     * systems, and process lists stay readable.
     */
    Process start() throws IOException {
        Files.createDirectories(folder);
        Path settingsFile = writeSettings();
        List<String> words = new ArrayList<>(OPENED);
        words.add("-Xmx1g");
        words.add("-Djava.net.preferIPv4Stack=true");
        words.add("-Djava.awt.headless=true");
        words.add("-Dlog4j.configuration=io/sluice/embedded/child/log4j.properties");
        words.addAll(jvmFlags);
        words.add("-cp");
        words.add(ChildClassPath.find().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        words.add(MAIN);
        words.add(folder.toString());
        words.add(ownsFolder ? "delete" : "keep");
        words.add(settingsFile.toString());
        words.addAll(arguments);
        Path argumentFile = folder.resolve("child.args");
        Files.writeString(
                argumentFile, words.stream().map(ChildLaunch::quote).collect(Collectors.joining("\n")), UTF_8);
        ProcessBuilder builder = new ProcessBuilder(ChildJava.find().toString(), "@" + argumentFile.toAbsolutePath());
        // The child must not get flags meant for the parent, such as agents.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        builder.redirectError(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
        return builder.start();
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

    /** Returns {@code word} in the syntax of the java launcher's argument files. */
    static String quote(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
