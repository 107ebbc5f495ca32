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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs HBase's published tests of its mutators, unchanged, against ours: two settings put ours in the place of those that
 * the tests think they test. Each starts a small cluster in a JVM of its own. {@code docs/unchanged.md} has the outcomes.
 */
class HBasesOwnTestsIT {
    private static final Path FOLDER = Path.of(System.getProperty("sluice.adapter.folder", "target"));

    private static final Map<String, String> SLUICE = Map.of(
            "hbase.client.async.connection.impl", "io.sluice.hbase.SluiceAsyncConnection",
            "hbase.client.connection.impl", "io.sluice.hbase.SluiceConnection");

    private static final Pattern RESULT = Pattern.compile("RESULT (.*) (\\S+)");

    private static final Map<String, String> STOCK = Map.of();

    @Test
    void testAsyncBufferMutator_allThatNeedsNoImplClass_passes() throws Exception {
        Map<String, String> results = run("TestAsyncBufferMutator", SLUICE);

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
        assertThat(run("TestBufferedMutator2", SLUICE))
                .containsExactlyInAnyOrderEntriesOf(Map.of("testMaxMutationsFlush", "OK"));
    }

    @Test
    void testBufferedMutator_withARegistryOfItsOwn_isRefused() throws Exception {
        assertThat(run("TestBufferedMutator", SLUICE))
                // Sluice cannot ask a registry that is a class of the test. The test would find out next that the
                // mutator is neither HBase's BufferedMutatorImpl nor of the class that it names in the parameters.
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("testAlternateBufferedMutatorImpl", "java.lang.IllegalArgumentException"));
    }

    /** Tests of what tables write, with the writes of tables through Sluice: each ends as it does with stock HBase. */
    @ParameterizedTest
    @ValueSource(strings = {"TestPutWithDelete", "TestMultiParallel", "TestAsyncTableBatch", "TestAsyncTable"})
    @Tag("long-form")
    @EnabledIfSystemProperty(named = "sluice.thorough", matches = "true")
    void testsOfTables_withTheirWrites_endAsWithStockHBase(String testClass) throws Exception {
        Map<String, String> sluice = new TreeMap<>(SLUICE);
        sluice.put("sluice.hbase.table.writes", "true");

        Map<String, String> stock = run(testClass, STOCK);

        assertThat(stock).isNotEmpty();
        assertThat(run(testClass, sluice)).containsExactlyInAnyOrderEntriesOf(stock);
    }

    /**
     * The outcome of each method.
     *
     * @param testClass among those of HBase's clients
     * @param settings of {@code hbase-site.xml}
     */
    private static Map<String, String> run(String testClass, Map<String, String> settings)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(FOLDER.resolve("hbase-tests")
                .resolve(testClass + (settings.isEmpty() ? "-stock" : "-sluice"))
                .toAbsolutePath());
        StringBuilder site = new StringBuilder("<configuration>\n");
        settings.forEach((key, value) -> site.append("<property><name>")
                .append(key)
                .append("</name><value>")
                .append(value)
                .append("</value></property>\n"));
        Files.writeString(
                Files.createDirectories(folder.resolve("conf")).resolve("hbase-site.xml"),
                site.append("</configuration>\n"));
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command(folder, "org.apache.hadoop.hbase.client." + testClass))
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
            // The name of a test with parameters has spaces.
            Matcher result = RESULT.matcher(line);
            if (result.matches()) {
                results.put(result.group(1), result.group(2));
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
