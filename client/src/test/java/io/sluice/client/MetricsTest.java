package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.testserver.TestCluster;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection to scripted servers, bound to a Prometheus registry. */
@SuppressWarnings("NullAway.Init") // BeforeEach sets the fields before a test sees them.
class MetricsTest {
    private static final int ROWS = 5_000;
    private static final Path DASHBOARD = Path.of("../docs/grafana/sluice.json");
    private static final Path ALERTS = Path.of("../docs/grafana/alerts.yml");

    /** The text of {@code expr}, which stands before {@code for} in each rule. */
    private static final Pattern RULE_QUERY = Pattern.compile("(?s)expr:(.*?)\\bfor:");

    private static final Pattern RULE_LABEL = Pattern.compile("\\$labels\\.([a-z]+)");
    private static final Pattern METRIC = Pattern.compile("\\bsluice_[a-z0-9_]+");
    private static final Pattern LABELLED = Pattern.compile("(sluice_[a-z0-9_]+)\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)\\s*\"");
    private static final Pattern GROUPING = Pattern.compile("\\bby\\s*\\(([^)]*)\\)");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private TestCluster cluster;
    private AsyncConnection connection;

    @BeforeEach
    void start() throws Exception {
        cluster = TestCluster.start(2);
        cluster.createTable("t", "2", "4", "6", "8");
        connection = AsyncConnections.builder()
                .configuration(new Configuration())
                .registry(Registry.rpc(cluster.bootstrapServers()))
                .build()
                .get(1, TimeUnit.MINUTES);
    }

    @AfterEach
    void stop() {
        connection.close();
        assertThat(registry.getMeters()).isEmpty();
        assertThat(registry.scrape()).doesNotContain("sluice_");
        cluster.close();
    }

    private static Put put(int i) {
        byte[] row = ((i * 7919 % 10) + "-" + i).getBytes(StandardCharsets.UTF_8);
        return new Put(row).addColumn(new byte[] {'f'}, new byte[] {'q'}, new byte[100]);
    }

    private void write(int rows) throws Exception {
        AsyncBufferedMutator mutator = connection
                .getBufferedMutatorBuilder(TableName.valueOf("t"))
                .setMaxMutations(500)
                .disableWriteBufferPeriodicFlush()
                .build();
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            futures.add(mutator.mutate(put(i)));
        }
        mutator.flush();
        for (CompletableFuture<Void> future : futures) {
            Void unused = future.get(1, TimeUnit.MINUTES);
        }
        // The memory that no mutation used is given back last.
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> mutator.state().pending() == 0 && mutator.state().budgetUsedBytes() == 0);
    }

    private PrometheusText scrape() {
        return PrometheusText.read(registry.scrape());
    }

    /** Servers get their meters on a thread of their own. */
    private PrometheusText scrapeWithServers() {
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> registry.find("sluice.wire.sent").meters().size() >= 2
                        && !registry.find("sluice.mutations.accepted").meters().isEmpty());
        return scrape();
    }

    @Test
    void prometheus_afterWriting_showsWhatWasWritten() throws Exception {
        MetricsBinding unused = connection.bindTo(registry);
        write(ROWS);
        PrometheusText text = scrapeWithServers();

        assertThat(text.sum("sluice_mutations_accepted_total", "table", "t")).isEqualTo(ROWS);
        assertThat(text.sum("sluice_mutations_acknowledged_total", "table", "t"))
                .isEqualTo(ROWS);
        assertThat(text.sum("sluice_mutations_failed_total")).isZero();
        assertThat(text.sum("sluice_flushes_total", "reason", "count")).isEqualTo(ROWS / 500);
        assertThat(text.sum("sluice_request_mutations_total")).isEqualTo(ROWS);
        assertThat(text.sum("sluice_mutations_pending")).isZero();
        assertThat(text.sum("sluice_budget_used_bytes")).isZero();
        assertThat(text.sum("sluice_region_cache_hits_total") + text.sum("sluice_region_cache_misses_total"))
                .isGreaterThanOrEqualTo(ROWS);
        assertThat(text.sum("sluice_region_cache_size")).isEqualTo(5);
        assertThat(text.sum("sluice_region_cache_load_seconds_count")).isPositive();
        assertThat(text.sum("sluice_wire_sent_bytes_total")).isGreaterThan(ROWS * 100.0);
        assertThat(text.sum("sluice_wire_received_bytes_total")).isPositive();
        assertThat(text.sum("sluice_rpc_time_seconds_count")).isGreaterThanOrEqualTo(text.sum("sluice_requests_total"));
        assertThat(text.sum("sluice_batch_mutations_percentile", "phi", "0.5")).isBetween(480.0, 520.0);
        double sampled = text.sum("sluice_mutation_latency_seconds_count");
        assertThat(sampled).isBetween(ROWS / 64.0, ROWS / 16.0);
        assertThat(text.sum("sluice_mutation_latency_buckets_total", "le", "+Inf"))
                .isEqualTo(sampled);
        assertThat(text.sum("sluice_pool_connect_seconds_count")).isPositive();
    }

    @Test
    void unbound_closed_leavesNothing() throws Exception {
        MetricsBinding first = connection.bindTo(registry);
        write(10);
        first.close();
        assertThat(registry.getMeters()).isEmpty();
        MetricsBinding again = connection.bindTo(registry);
        assertThat(scrapeWithServers().sum("sluice_mutations_accepted_total"))
                .as("counted all the time")
                .isEqualTo(10);
        connection.close();
        assertThat(registry.getMeters()).isEmpty();
        again.close();
        assertThatThrownBy(() -> connection.bindTo(registry)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void dashboard_everyQuery_findsItsMetricAndLabels() throws Exception {
        MetricsBinding unused = connection.bindTo(registry);
        write(100);
        PrometheusText text = scrapeWithServers();
        JsonObject dashboard =
                JsonParser.parseString(Files.readString(DASHBOARD)).getAsJsonObject();
        Set<String> queries = new HashSet<>();
        strings(dashboard, Set.of("expr", "query", "definition"), queries);
        // The type of the data source.
        assertThat(queries.remove("prometheus")).isTrue();
        Set<String> titles = new HashSet<>();
        strings(dashboard.getAsJsonArray("panels"), Set.of("title"), titles);

        assertThat(titles).contains("Throughput", "Latency", "Backpressure", "Servers", "Pool", "Errors");
        assertThat(queries).hasSizeGreaterThan(20).allSatisfy(query -> check(query, text));
    }

    @Test
    void alerts_everyRule_findsItsMetricAndLabels() throws Exception {
        MetricsBinding unused = connection.bindTo(registry);
        write(100);
        PrometheusText text = scrapeWithServers();
        List<String> rules = Pattern.compile("- alert:")
                .splitAsStream(Files.readString(ALERTS))
                .skip(1)
                .toList();
        assertThat(rules).hasSizeGreaterThan(5).allSatisfy(rule -> {
            Matcher query = RULE_QUERY.matcher(rule);
            assertThat(query.find()).isTrue();
            check(query.group(1), text);
            Matcher grouping = GROUPING.matcher(query.group(1));
            assertThat(grouping.find()).isTrue();
            Matcher shown = RULE_LABEL.matcher(rule);
            while (shown.find()) {
                assertThat(grouping.group(1).split("\\s*,\\s*")).as(rule).contains(shown.group(1));
            }
        });
    }

    private static void check(String query, PrometheusText text) {
        Matcher metric = METRIC.matcher(query);
        Set<String> labels = new HashSet<>(Set.of("instance", "le"));
        int found = 0;
        while (metric.find()) {
            assertThat(text.names()).as(query).contains(metric.group());
            labels.addAll(text.labels(metric.group()));
            found++;
        }
        assertThat(found).as(query).isPositive();
        Matcher labelled = LABELLED.matcher(query);
        while (labelled.find()) {
            Matcher matcher = MATCHER.matcher(labelled.group(2));
            while (matcher.find()) {
                assertThat(labels).as(query).contains(matcher.group(1));
            }
        }
        Matcher grouping = GROUPING.matcher(query);
        while (grouping.find()) {
            assertThat(labels).as(query).contains(grouping.group(1).split("\\s*,\\s*"));
        }
    }

    private static void strings(JsonElement element, Set<String> keys, Set<String> found) {
        if (element instanceof JsonArray array) {
            array.forEach(one -> strings(one, keys, found));
        } else if (element instanceof JsonObject object) {
            object.entrySet().forEach(entry -> {
                boolean text = entry.getValue().isJsonPrimitive();
                if (text && keys.contains(entry.getKey())) {
                    found.add(entry.getValue().getAsString());
                }
                strings(entry.getValue(), keys, found);
            });
        }
    }

    @Test
    void withoutMicrometer_everythingElseWorks() throws IOException, InterruptedException {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("micrometer") && !entry.contains("prometheus"))
                .collect(Collectors.joining(File.pathSeparator));
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        WithoutMicrometer.class.getName(),
                        cluster.bootstrapServers(),
                        "t")
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(output).contains("no Micrometer", "introspected true", "micrometer-core", "done");
        } finally {
            program.destroyForcibly();
        }
        assertThat(cluster.rows("t")).containsExactly("f");
    }
}
