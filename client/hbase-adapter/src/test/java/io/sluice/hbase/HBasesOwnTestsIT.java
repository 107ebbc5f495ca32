package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.EmbeddedHBase;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Runs HBase's published tests of its mutators, unchanged, against ours: two settings put ours in the place of those that
 * the tests think they test. Each starts a small cluster in a JVM of its own. {@code docs/unchanged.md} has the outcomes.
 */
class HBasesOwnTestsIT {
    private static final Path FOLDER = Path.of(System.getProperty("sluice.adapter.folder", "target"));

    private static final String SITE = """
            <configuration>
              <property>
                <name>hbase.client.async.connection.impl</name>
                <value>io.sluice.hbase.SluiceAsyncConnection</value>
              </property>
              <property>
                <name>hbase.client.connection.impl</name>
                <value>io.sluice.hbase.SluiceConnection</value>
              </property>
            </configuration>
            """;

    @Test
    void testAsyncBufferMutator_allThatNeedsNoImplClass_passes() throws Exception {
        Map<String, String> results = run("org.apache.hadoop.hbase.client.TestAsyncBufferMutator");

        assertThat(results)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "testWithMultiRegionTable", "OK",
                        "testWithSingleRegionTable", "OK",
                        "testClosedMutate", "OK",
                        "testNoPeriodicFlush", "OK",
                        "testPeriodicFlush", "OK",
                        "testMaxMutationsFlush", "OK",
                        // These look into HBase's own AsyncBufferedMutatorImpl: three cast to it, and the last makes
                        // one, so that it says nothing of ours. The same is asked of ours in core's FlushTimerTest.
                        "testCancelPeriodicFlush", "java.lang.ClassCastException",
                        "testCancelPeriodicFlushByManuallyFlush", "java.lang.ClassCastException",
                        "testCancelPeriodicFlushByClose", "java.lang.ClassCastException",
                        "testRaceBetweenNormalFlushAndPeriodicFlush", "OK"));
    }

    @Test
    void testBufferedMutator2_passes() throws Exception {
        assertThat(run("org.apache.hadoop.hbase.client.TestBufferedMutator2"))
                .containsExactlyInAnyOrderEntriesOf(Map.of("testMaxMutationsFlush", "OK"));
    }

    @Test
    void testBufferedMutator_withARegistryOfItsOwn_isRefused() throws Exception {
        assertThat(run("org.apache.hadoop.hbase.client.TestBufferedMutator"))
                // Sluice cannot ask a registry that is a class of the test. The test would find out next that the
                // mutator is neither HBase's BufferedMutatorImpl nor of the class that it names in the parameters.
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("testAlternateBufferedMutatorImpl", "java.lang.IllegalArgumentException"));
    }

    /** The outcome of each method. */
    private static Map<String, String> run(String testClass) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(FOLDER.resolve("hbase-tests")
                .resolve(testClass.substring(testClass.lastIndexOf('.') + 1))
                .toAbsolutePath());
        Files.writeString(Files.createDirectories(folder.resolve("conf")).resolve("hbase-site.xml"), SITE);
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command(folder, testClass))
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("log.txt").toFile())
                .start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("it ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(output);
        assertThat(lines).as("see %s", folder).contains("END");
        Map<String, String> results = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            if (words.length == 3 && words[0].equals("RESULT")) {
                results.put(words[1], words[2]);
            }
        }
        return results;
    }

    private static List<String> command(Path folder, String testClass) throws IOException {
        Path built = FOLDER.toAbsolutePath();
        List<String> classPath = List.of(
                folder.resolve("conf").toString(),
                built.resolve("classes").toString(),
                built.resolve("test-classes").toString(),
                Files.readString(built.resolve("test-classpath.txt")).trim());
        List<String> command = new ArrayList<>();
        command.add(EmbeddedHBase.java().toString());
        for (String opened : List.of(
                "java.lang",
                "java.lang.reflect",
                "java.nio",
                "java.util",
                "java.util.concurrent",
                "java.net",
                "sun.nio.ch")) {
            command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
        command.add("-Xmx1g");
        command.add("-Djava.net.preferIPv4Stack=true");
        command.add("-Dtest.build.data.basedirectory=" + folder.resolve("data"));
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.add("-cp");
        command.add(String.join(File.pathSeparator, classPath));
        command.add(HBaseTestRunner.class.getName());
        command.add(testClass);
        return command;
    }
}
