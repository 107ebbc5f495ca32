package io.sluice.client.internal.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.sluice.internal.metrics.Histogram;
import io.sluice.internal.metrics.HistogramReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Meters of one registry that come and go together. All of them only read: nothing is recorded in Micrometer's own meters.
 * Used by one thread at a time.
 */
final class MeterSet {
    private static final double[] PARTS = {0.5, 0.9, 0.99, 0.999, 1};
    /** 131 microseconds to 137 seconds. Powers of two, so that the histogram behind it knows the number exactly. */
    private static final int FIRST_BUCKET_BITS = 17;

    private static final int LAST_BUCKET_BITS = 37;
    private static final int NANOS_DIGITS = 9;

    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();
    /** What the registry asks: it refers to it weakly. */
    private final List<Object> sources = new ArrayList<>();

    /** @param tags of all meters */
    MeterSet(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    /** Another set of the same registry, with one tag more. */
    MeterSet with(String key, String value) {
        return new MeterSet(registry, tags.and(key, value));
    }

    void counter(MeterName name, LongSupplier value) {
        counter(name, Tags.empty(), value);
    }

    void counter(MeterName name, Tags more, LongSupplier value) {
        sources.add(value);
        meters.add(FunctionCounter.builder(name.text(), value, LongSupplier::getAsLong)
                .description(name.meaning())
                .baseUnit(name.unit())
                .tags(tags.and(more))
                .register(registry));
    }

    void gauge(MeterName name, DoubleSupplier value) {
        gauge(name, Tags.empty(), value);
    }

    void gauge(MeterName name, Tags more, DoubleSupplier value) {
        sources.add(value);
        meters.add(Gauge.builder(name.text(), value, DoubleSupplier::getAsDouble)
                .description(name.meaning())
                .baseUnit(name.unit())
                .tags(tags.and(more))
                .register(registry));
    }

    /** A count, and the sum of nanoseconds. */
    void timer(MeterName name, LongSupplier count, DoubleSupplier nanos) {
        sources.add(count);
        sources.add(nanos);
        meters.add(FunctionTimer.builder(
                        name.text(), count, LongSupplier::getAsLong, any -> nanos.getAsDouble(), TimeUnit.NANOSECONDS)
                .description(name.meaning())
                .tags(tags)
                .register(registry));
    }

    /** Count, sum and percentiles of a histogram of nanoseconds. Returns its reader. */
    HistogramReader times(MeterName name, MeterName percentile, Histogram histogram) {
        timer(name, histogram::total, histogram::sum);
        HistogramReader reader = new HistogramReader(histogram, System::nanoTime);
        for (double part : PARTS) {
            DoubleSupplier value = () -> reader.percentile(part);
            sources.add(value);
            meters.add(TimeGauge.builder(percentile.text(), value, TimeUnit.NANOSECONDS, DoubleSupplier::getAsDouble)
                    .description(percentile.meaning())
                    .tags(tags.and(phi(part)))
                    .register(registry));
        }
        return reader;
    }

    /** Percentiles of a histogram that is not of times. */
    void percentiles(MeterName name, Histogram histogram) {
        HistogramReader reader = new HistogramReader(histogram, System::nanoTime);
        for (double part : PARTS) {
            gauge(name, phi(part), () -> reader.percentile(part));
        }
    }

    private static Tags phi(double part) {
        return Tags.of("phi", BigDecimal.valueOf(part).stripTrailingZeros().toPlainString());
    }

    /** How many values are below each bound, as Prometheus has it in histograms; bounds in seconds. */
    void buckets(MeterName name, HistogramReader reader) {
        for (int bits = FIRST_BUCKET_BITS; bits <= LAST_BUCKET_BITS; bits++) {
            long nanos = 1L << bits;
            String seconds = new BigDecimal(BigInteger.valueOf(nanos), NANOS_DIGITS)
                    .stripTrailingZeros()
                    .toPlainString();
            counter(name, Tags.of("le", seconds), () -> reader.all().below(nanos));
        }
        counter(name, Tags.of("le", "+Inf"), () -> reader.all().total());
    }

    /** Takes all meters out of the registry. */
    void remove() {
        meters.forEach(registry::remove);
        meters.clear();
        sources.clear();
    }
}
