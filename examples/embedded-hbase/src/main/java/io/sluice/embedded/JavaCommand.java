package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line of a JVM that runs HBase's and Hadoop's classes.
 *
 * @param jvmFlags after the defaults, which they override
 * @param classPath as for {@code java -cp}
 */
record JavaCommand(List<String> jvmFlags, String classPath, String main, List<String> arguments) {
    /** The JDK packages that HBase 2.6 and Hadoop 3.4 access by reflection on Java 17, and the size of the heap. */
    private static final List<String> DEFAULTS = List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.dns=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.util=ALL-UNNAMED",
            "-Xmx1g",
            "-Djava.net.preferIPv4Stack=true",
            "-Djava.awt.headless=true");

    /**
     * Returns a builder for the process. The command line goes into {@code argumentFile}, since 180 jars exceed the
     * argument limit of some systems, and to keep process lists readable.
     */
    ProcessBuilder builder(Path argumentFile) throws IOException {
        List<String> words = new ArrayList<>(DEFAULTS);
        words.addAll(jvmFlags);
        words.add("-cp");
        words.add(classPath);
        words.add(main);
        words.addAll(arguments);
        Files.writeString(
                argumentFile, words.stream().map(JavaCommand::quote).collect(Collectors.joining("\n")), UTF_8);
        ProcessBuilder builder = new ProcessBuilder(ChildJava.find().toString(), "@" + argumentFile.toAbsolutePath());
        // Its flags, such as agents, are meant for this JVM.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        return builder;
    }

    /** Returns {@code word} in the syntax of the java launcher's argument files. */
    static String quote(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
