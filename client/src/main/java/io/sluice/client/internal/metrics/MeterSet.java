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
 * Meters of one registry that are removed together. They only read numbers: Sluice records nothing in them. Used by one thread
 * at a time.
 *
 * @param tags of all meters
 * @param unit null for counts, and for times, whose unit the registry chooses
 * @param sources the objects that meters read, which a registry references weakly
 */
record MeterSet(MeterRegistry registry, Tags tags, @Nullable String unit, List<Meter> meters, List<Object> sources) {
    private static final String PHI = "phi";
    private static final double[] PARTS = {0.5, 0.9, 0.99, 0.999, 1};
    /** Buckets from 131 microseconds to 137 seconds: powers of two, for which the histogram's counts are exact. */
    private static final int FIRST_BUCKET_BITS = 17;

    private static final int LAST_BUCKET_BITS = 37;
    private static final int NANOS_DIGITS = 9;

    /** A set without meters. */
    MeterSet(MeterRegistry registry, Tags tags) {
        this(registry, tags, null, new ArrayList<>(), new ArrayList<>());
    }

    /** Another set of the same registry, with an additional tag. */
    MeterSet with(String key, String value) {
        return new MeterSet(registry, tags.and(key, value));
    }

    /** This set, for meters with an additional tag. */
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

    /** Counts with a number of an object that is obtained for each reading. */
    <T> void counter(String name, String meaning, Supplier<T> of, ToDoubleFunction<T> number) {
        counter(name, meaning, () -> number.applyAsDouble(of.get()));
    }

    <T> void gauge(String name, String meaning, Supplier<T> of, ToDoubleFunction<T> number) {
        gauge(name, meaning, () -> number.applyAsDouble(of.get()));
    }

    /** A timer of a count and a sum of nanoseconds. */
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

    /** The number of values below each bound, as in Prometheus's histograms; bounds in seconds. */
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

    /** Removes all meters from the registry. */
    void remove() {
        meters.forEach(registry::remove);
        meters.clear();
        sources.clear();
    }
}
