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
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Meters of one registry that come and go together. All of them only read: nothing is recorded in Micrometer's own meters.
 * Used by one thread at a time.
 */
final class MeterSet {
    private static final String PHI = "phi";
    private static final double[] PARTS = {0.5, 0.9, 0.99, 0.999, 1};
    /** 131 microseconds to 137 seconds. Powers of two, so that the histogram behind it knows the number exactly. */
    private static final int FIRST_BUCKET_BITS = 17;

    private static final int LAST_BUCKET_BITS = 37;
    private static final int NANOS_DIGITS = 9;

    private final MeterRegistry registry;
    private final Tags tags;
    /** Null for a number of something, and for times, whose unit is the registry's. */
    private final @Nullable String unit;

    private final List<Meter> meters;
    /** What the registry asks: it refers to it weakly. */
    private final List<Object> sources;

    /** @param tags of all meters */
    MeterSet(MeterRegistry registry, Tags tags) {
        this(registry, tags, null, new ArrayList<>(), new ArrayList<>());
    }

    private MeterSet(
            MeterRegistry registry, Tags tags, @Nullable String unit, List<Meter> meters, List<Object> sources) {
        this.registry = registry;
        this.tags = tags;
        this.unit = unit;
        this.meters = meters;
        this.sources = sources;
    }

    /** Another set of the same registry, with one tag more. */
    MeterSet with(String key, String value) {
        return new MeterSet(registry, tags.and(key, value));
    }

    /** This set, for meters with one tag more. */
    MeterSet tagged(String key, String value) {
        return new MeterSet(registry, tags.and(key, value), unit, meters, sources);
    }

    /** This set, for numbers of bytes. */
    MeterSet ofBytes() {
        return new MeterSet(registry, tags, "bytes", meters, sources);
    }

    void counter(String name, String meaning, DoubleSupplier value) {
        sources.add(value);
        meters.add(FunctionCounter.builder(name, value, DoubleSupplier::getAsDouble)
                .description(meaning)
                .baseUnit(unit)
                .tags(tags)
                .register(registry));
    }

    void gauge(String name, String meaning, DoubleSupplier value) {
        sources.add(value);
        meters.add(Gauge.builder(name, value, DoubleSupplier::getAsDouble)
                .description(meaning)
                .baseUnit(unit)
                .tags(tags)
                .register(registry));
    }

    /** A number of something that is looked at anew each time. */
    <T> void counter(String name, String meaning, Supplier<T> of, ToDoubleFunction<T> number) {
        counter(name, meaning, () -> number.applyAsDouble(of.get()));
    }

    <T> void gauge(String name, String meaning, Supplier<T> of, ToDoubleFunction<T> number) {
        gauge(name, meaning, () -> number.applyAsDouble(of.get()));
    }

    /** A count, and the sum of nanoseconds. */
    <T> void timer(String name, String meaning, Supplier<T> of, ToLongFunction<T> count, ToDoubleFunction<T> nanos) {
        sources.add(of);
        meters.add(FunctionTimer.builder(
                        name,
                        of,
                        each -> count.applyAsLong(each.get()),
                        each -> nanos.applyAsDouble(each.get()),
                        TimeUnit.NANOSECONDS)
                .description(meaning)
                .tags(tags)
                .register(registry));
    }

    /** Count, sum and percentiles of a histogram of nanoseconds. Returns its reader. */
    HistogramReader times(String name, String meaning, Histogram histogram) {
        timer(name, meaning, () -> histogram, Histogram::total, Histogram::sum);
        HistogramReader reader = new HistogramReader(histogram, System::nanoTime);
        for (double part : PARTS) {
            DoubleSupplier value = () -> reader.percentile(part);
            sources.add(value);
            meters.add(TimeGauge.builder(name + ".percentile", value, TimeUnit.NANOSECONDS, DoubleSupplier::getAsDouble)
                    .description(meaning + ": the time that this part did not exceed lately")
                    .tags(tags.and(PHI, text(part)))
                    .register(registry));
        }
        return reader;
    }

    /** Percentiles of a histogram that is not of times. */
    void percentiles(String name, String meaning, Histogram histogram) {
        HistogramReader reader = new HistogramReader(histogram, System::nanoTime);
        for (double part : PARTS) {
            tagged(PHI, text(part)).gauge(name, meaning, () -> reader.percentile(part));
        }
    }

    private static String text(double part) {
        return BigDecimal.valueOf(part).stripTrailingZeros().toPlainString();
    }

    /** How many values are below each bound, as Prometheus has it in histograms; bounds in seconds. */
    void buckets(String name, String meaning, HistogramReader reader) {
        for (int bits = FIRST_BUCKET_BITS; bits <= LAST_BUCKET_BITS; bits++) {
            long nanos = 1L << bits;
            String seconds = new BigDecimal(BigInteger.valueOf(nanos), NANOS_DIGITS)
                    .stripTrailingZeros()
                    .toPlainString();
            tagged("le", seconds).counter(name, meaning, () -> reader.all().below(nanos));
        }
        tagged("le", "+Inf").counter(name, meaning, () -> reader.all().total());
    }

    /** Takes all meters out of the registry. */
    void remove() {
        meters.forEach(registry::remove);
        meters.clear();
        sources.clear();
    }
}
