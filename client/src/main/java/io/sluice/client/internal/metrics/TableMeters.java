package io.sluice.client.internal.metrics;

import io.micrometer.core.instrument.Tags;
import io.sluice.FlushReason;
import io.sluice.TableName;
import io.sluice.internal.metrics.Causes;
import io.sluice.internal.metrics.HistogramReader;
import io.sluice.internal.metrics.TableNumbers;
import java.util.Locale;
import java.util.Objects;

/** The meters of one table. */
final class TableMeters {
    private TableMeters() {}

    static void register(MeterSet meters, ClientView view, Reading reading, TableNumbers numbers) {
        TableName table = numbers.table();
        meters.counter(MeterName.MUTATIONS_ACCEPTED, () -> numbers.accepted(() -> view.buffered(table)));
        meters.counter(MeterName.MUTATIONS_ACKNOWLEDGED, numbers::acknowledged);
        meters.counter(MeterName.MUTATIONS_REJECTED, numbers::rejected);
        for (String cause : Causes.names()) {
            Tags tags = Tags.of("cause", cause);
            meters.counter(
                    MeterName.MUTATIONS_FAILED, tags, () -> numbers.failed().count(cause));
            meters.counter(
                    MeterName.MUTATIONS_RETRIED, tags, () -> numbers.retried().count(cause));
        }
        for (FlushReason reason : FlushReason.values()) {
            Tags tags = Tags.of("reason", reason.name().toLowerCase(Locale.ROOT));
            meters.counter(MeterName.FLUSHES, tags, () -> numbers.flushes(reason));
        }
        meters.counter(MeterName.FLUSHED, numbers::flushedBytes);
        meters.counter(MeterName.REQUESTS, numbers::requests);
        meters.counter(MeterName.REQUEST_MUTATIONS, numbers::requestMutations);
        meters.counter(MeterName.REQUEST_SIZE, numbers::requestBytes);
        meters.gauge(MeterName.MUTATIONS_PENDING, () -> reading.table(table).pending());
        meters.gauge(MeterName.MUTATORS, () -> reading.table(table).mutators());
        meters.gauge(MeterName.BUFFER_MUTATIONS, () -> reading.table(table).buffered());
        meters.gauge(MeterName.BUFFER_USED, () -> reading.table(table).bufferedBytes());
        registerDistributions(meters, Objects.requireNonNull(numbers.distributions(), "made before they are read"));
    }

    private static void registerDistributions(MeterSet meters, TableNumbers.Distributions of) {
        HistogramReader latency =
                meters.times(MeterName.MUTATION_LATENCY, MeterName.MUTATION_LATENCY_PERCENTILE, of.latency());
        meters.buckets(MeterName.MUTATION_LATENCY_BUCKETS, latency);
        HistogramReader unused = meters.times(MeterName.ROOM_WAIT, MeterName.ROOM_WAIT_PERCENTILE, of.roomWait());
        meters.percentiles(MeterName.BATCH_MUTATIONS_PERCENTILE, of.batchMutations());
        meters.percentiles(MeterName.BATCH_SIZE_PERCENTILE, of.batchBytes());
        meters.percentiles(MeterName.REQUEST_MUTATIONS_PERCENTILE, of.requestMutations());
        meters.percentiles(MeterName.REQUEST_SIZE_PERCENTILE, of.requestBytes());
    }
}
