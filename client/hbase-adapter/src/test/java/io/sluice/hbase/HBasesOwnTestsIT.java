package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.HBaseJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

    private static final String NAMED = "sluice.adapter.hbase.tests";

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
        assertEndsAsWithStockHBase(testClass, Duration.ofMinutes(3));
    }

    /** The same of those that take longer than a build may: {@code -Dsluice.adapter.hbase.tests=TestFromClientSide5,...}. */
    @ParameterizedTest
    @MethodSource("named")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    @EnabledIfSystemProperty(named = NAMED, matches = ".+")
    void testsThatAreNamed_withTheWritesOfTables_endAsWithStockHBase(String testClass) throws Exception {
        assertEndsAsWithStockHBase(testClass, Duration.ofMinutes(25));
    }

    static List<String> named() {
        return List.of(System.getProperty(NAMED).split(",", -1));
    }

    private static void assertEndsAsWithStockHBase(String testClass, Duration most) throws Exception {
        Map<String, String> sluice = new TreeMap<>(SLUICE);
        sluice.put("sluice.hbase.table.writes", "true");

        Map<String, String> stock = run(testClass, STOCK, most);

        assertThat(stock).isNotEmpty();
        assertThat(run(testClass, sluice, most)).containsExactlyInAnyOrderEntriesOf(stock);
    }

    private static Map<String, String> run(String testClass, Map<String, String> settings)
            throws IOException, InterruptedException {
        return run(testClass, settings, Duration.ofMinutes(3));
    }

    /**
     * The outcome of each method.
     *
     * @param testClass among those of HBase's clients
     * @param settings of {@code hbase-site.xml}
     * @param most how long it may take
     */
    private static Map<String, String> run(String testClass, Map<String, String> settings, Duration most)
            throws IOException, InterruptedException {
        HBaseJvm jvm = jvm(testClass + (settings.isEmpty() ? "-stock" : "-sluice"), settings);
        Process process =
                jvm.start(HBaseTestRunner.class.getName(), List.of("org.apache.hadoop.hbase.client." + testClass));
        try {
            assertThat(process.waitFor(most.toNanos(), TimeUnit.NANOSECONDS))
                    .as("it ends within %s", most)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(jvm.output());
        assertThat(lines).as("see %s", jvm.folder()).contains("END");
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

    private static HBaseJvm jvm(String name, Map<String, String> settings) throws IOException {
        Path built = FOLDER.toAbsolutePath();
        Path folder = built.resolve("hbase-tests").resolve(name);
        List<String> classPath = List.of(
                built.resolve("classes").toString(),
                built.resolve("test-classes").toString(),
                Files.readString(built.resolve("test-classpath.txt")).trim());
        return new HBaseJvm(
                folder,
                settings,
                String.join(File.pathSeparator, classPath),
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-Dtest.build.data.basedirectory=" + folder.resolve("data"),
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
    }
}
