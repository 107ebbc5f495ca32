package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.AsyncBufferedMutator;
import io.sluice.MutatorState;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.MetricsBinding;
import io.sluice.client.PrometheusText;
import io.sluice.embedded.RegionDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Prometheus scrapes, beside what was written and what the stock client finds. */
class MetricsIT {
    private static final int ROWS = 20_000;
    private static final int FAILING = 25;

    @RegisterExtension
    final Session session = new Session(conf -> conf.setLong("hbase.client.pause", 20));

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void scrape_afterLoadWithMovesAndFailures_agreesWithTheTable() throws Exception {
        TableName table = session.table(List.of(bytes("r5")), "f");
        String name = table.getNameAsString();
        try (MetricsBinding binding = session.connection().bindTo(registry)) {
            assertThat(binding).isNotNull();
            AsyncBufferedMutator mutator = session.mutator(
                    table, builder -> builder.setMaxMutations(500).disableWriteBufferPeriodicFlush());
            write(mutator, 0, ROWS / 2);
            move(table, 0);
            move(table, 1);
            // One alone, so that it meets the old place for certain.
            acknowledge(mutator, mutator.mutate(row(0, "f")));
            write(mutator, ROWS / 2, ROWS);
            for (int i = 0; i < FAILING; i++) {
                CompletableFuture<Void> failing = mutator.mutate(row(i, "nope"));
                mutator.flush();
                assertThat(Session.failure(failing)).isInstanceOf(NoSuchColumnFamilyException.class);
            }
            Session.assertNothingHeld(mutator);
            await().atMost(Session.LIMIT)
                    .until(() -> !registry.find("sluice.wire.sent").meters().isEmpty());
            PrometheusText text = PrometheusText.read(registry.scrape());
            MutatorState state = mutator.state();

            assertThat(session.stock().countRows(name).rows()).isEqualTo(ROWS);
            assertThat(text.sum("sluice_mutations_acknowledged_total", "table", name))
                    .as("each row once, and one of them again")
                    .isEqualTo(ROWS + 1)
                    .isEqualTo((double) state.acknowledged());
            assertThat(text.sum("sluice_mutations_accepted_total", "table", name))
                    .isEqualTo(ROWS + 1 + FAILING);
            assertThat(text.sum("sluice_mutations_failed_total", "table", name))
                    .isEqualTo(FAILING)
                    .isEqualTo((double) state.failed());
            assertThat(text.sum("sluice_mutations_failed_total", "table", name, "cause", "NoSuchColumnFamilyException"))
                    .isEqualTo(FAILING);
            assertThat(text.sum("sluice_mutations_retried_total", "table", name))
                    .isEqualTo((double) state.retried());
            assertThat(text.sum("sluice_mutations_retried_total", "cause", "RegionMovedException")
                            + text.sum("sluice_mutations_retried_total", "cause", "NotServingRegionException"))
                    .as("mutations that met a region that had moved")
                    .isPositive();
            assertThat(text.sum("sluice_flushes_total", "table", name, "reason", "count"))
                    .isEqualTo(ROWS / 500.0);
            assertThat(text.sum("sluice_request_mutations_total", "table", name))
                    .isGreaterThanOrEqualTo(ROWS + 1 + FAILING);
            assertThat(text.sum("sluice_mutation_latency_seconds_count", "table", name))
                    .isBetween(ROWS / 64.0, ROWS / 16.0);
            assertThat(text.sum("sluice_mutation_latency_percentile_seconds", "table", name, "phi", "1"))
                    .isBetween(0.0, 60.0);
            assertThat(text.sum("sluice_region_cache_misses_total")).isPositive();
            assertThat(text.sum("sluice_wire_sent_bytes_total")).isGreaterThan(ROWS * 50.0);
            assertThat(text.sum("sluice_rpc_in_flight")).isZero();
            assertThat(text.sum("sluice_budget_used_bytes")).isZero();
        }
        assertThat(registry.scrape()).doesNotContain("sluice_");
    }

    private static void write(AsyncBufferedMutator mutator, int from, int to) {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = from; i < to; i++) {
            futures.add(mutator.mutate(row(i, "f")));
        }
        // Without a flush: all buffers are full, and so the last one has been sent.
        for (CompletableFuture<Void> future : futures) {
            assertThat(future).succeedsWithin(Session.LIMIT);
        }
    }

    private static Put row(int i, String family) {
        return new Put(bytes(String.format("r%06d", i * 7_919L % 1_000_000)))
                .addColumn(bytes(family), bytes("q"), bytes("value " + i));
    }

    private void move(TableName table, int index) throws IOException {
        RegionDescription region =
                session.stock().regions(table.getNameAsString()).get(index);
        String other = session.stock().servers().stream()
                .filter(server -> !server.equals(region.server()))
                .findFirst()
                .orElseThrow();
        session.stock().moveRegion(region.encodedName(), other);
    }
}
