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
 * the tests think they test. They start small clusters in a JVM of their own. {@code docs/unchanged.md} has the outcomes.
 */
class HBasesOwnTestsIT {
    private static final Path FOLDER = Path.of(System.getProperty("sluice.adapter.folder", "target"));

    private static final Map<String, String> SLUICE = Map.of(
            "hbase.client.async.connection.impl", "io.sluice.hbase.SluiceAsyncConnection",
            "hbase.client.connection.impl", "io.sluice.hbase.SluiceConnection");

    private static final Pattern RESULT = Pattern.compile("RESULT (.*) (\\S+)");

    private static final Map<String, String> STOCK = Map.of();

    private static final String CAST = "java.lang.ClassCastException";

    private static final String NAMED = "sluice.adapter.hbase.tests";

    @Test
    void testsOfMutators_allThatNeedNoClassOfHBases_pass() throws Exception {
        assertThat(run(
                        List.of("TestAsyncBufferMutator", "TestBufferedMutator2", "TestBufferedMutator"),
                        SLUICE,
                        Duration.ofMinutes(8)))
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("TestAsyncBufferMutator.testWithMultiRegionTable", "OK"),
                        Map.entry("TestAsyncBufferMutator.testWithSingleRegionTable", "OK"),
                        Map.entry("TestAsyncBufferMutator.testClosedMutate", "OK"),
                        Map.entry("TestAsyncBufferMutator.testNoPeriodicFlush", "OK"),
                        Map.entry("TestAsyncBufferMutator.testPeriodicFlush", "OK"),
                        Map.entry("TestAsyncBufferMutator.testMaxMutationsFlush", "OK"),
                        // These look into HBase's own AsyncBufferedMutatorImpl: three cast to it, and the last makes
                        // one, so that it says nothing of ours. The same is asked of ours in core's FlushTimerTest.
                        Map.entry("TestAsyncBufferMutator.testCancelPeriodicFlush", CAST),
                        Map.entry("TestAsyncBufferMutator.testCancelPeriodicFlushByManuallyFlush", CAST),
                        Map.entry("TestAsyncBufferMutator.testCancelPeriodicFlushByClose", CAST),
                        Map.entry("TestAsyncBufferMutator.testRaceBetweenNormalFlushAndPeriodicFlush", "OK"),
                        Map.entry("TestBufferedMutator2.testMaxMutationsFlush", "OK"),
                        // Sluice cannot ask a registry that is a class of the test. The test would find out next that
                        // the mutator is neither HBase's BufferedMutatorImpl nor of the class that it names in the
                        // parameters.
                        Map.entry(
                                "TestBufferedMutator.testAlternateBufferedMutatorImpl",
                                "java.lang.IllegalArgumentException")));
    }

    /** Tests of what tables write, with the writes of tables through Sluice: each ends as it does with stock HBase. */
    @ParameterizedTest
    @ValueSource(strings = {"TestPutWithDelete", "TestMultiParallel", "TestAsyncTableBatch", "TestAsyncTable"})
    @Tag("long-form")
    @Timeout(value = 25, unit = TimeUnit.MINUTES)
    @EnabledIfSystemProperty(named = "sluice.thorough", matches = "true")
    void testsOfTables_withTheirWrites_endAsWithStockHBase(String testClass) throws Exception {
        assertEndsAsWithStockHBase(testClass, Duration.ofMinutes(10));
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

        Map<String, String> stock = run(List.of(testClass), STOCK, most);

        assertThat(stock).isNotEmpty();
        assertThat(run(List.of(testClass), sluice, most)).containsExactlyInAnyOrderEntriesOf(stock);
    }

    /**
     * The outcome of each method.
     *
     * @param testClasses among those of HBase's clients
     * @param settings of {@code hbase-site.xml}
     * @param most how long it may take
     */
    private static Map<String, String> run(List<String> testClasses, Map<String, String> settings, Duration most)
            throws IOException, InterruptedException {
        HBaseJvm jvm = jvm(testClasses.get(0) + (settings.isEmpty() ? "-stock" : "-sluice"), settings);
        Process process = jvm.start(
                HBaseTestRunner.class.getName(),
                testClasses.stream()
                        .map(name -> "org.apache.hadoop.hbase.client." + name)
                        .toList());
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
        Map<String, String> all = new TreeMap<>(settings);
        // HBase waits for 30 s, too short for a busy machine.
        all.put("hbase.master.start.timeout.localHBaseCluster", "180000");
        Path built = FOLDER.toAbsolutePath();
        Path folder = built.resolve("hbase-tests").resolve(name);
        List<String> classPath = List.of(
                built.resolve("classes").toString(),
                built.resolve("test-classes").toString(),
                Files.readString(built.resolve("test-classpath.txt")).trim());
        return new HBaseJvm(
                folder,
                all,
                String.join(File.pathSeparator, classPath),
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-Dtest.build.data.basedirectory=" + folder.resolve("data"),
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
    }
}
