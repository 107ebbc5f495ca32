package io.sluice.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.sluice.FlushReason;
import io.sluice.TableName;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HistogramTest {
    private static final double ERROR = 1.0 / 32;

    private final Histogram histogram = new Histogram();

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    /** Sizes of all magnitudes. */
    private static long[] values(SplittableRandom random, int count) {
        return random.longs(count, 0, Long.MAX_VALUE)
                .map(bits -> bits >>> (22 + random.nextInt(42)))
                .toArray();
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void percentile_randomValues_isWithinItsErrorOfTheExactOne(long seed) {
        long[] values = values(new SplittableRandom(seed), 1 + (int) seed * 37);
        Arrays.stream(values).forEach(histogram::add);
        Arrays.sort(values);
        HistogramCounts counts = histogram.counts();

        assertThat(histogram.sum()).isEqualTo(Arrays.stream(values).sum());
        assertThat(histogram.total()).isEqualTo(values.length);
        for (double part : new double[] {0.01, 0.5, 0.9, 0.99, 0.999, 1}) {
            long exact = values[(int) Math.ceil(part * values.length) - 1];
            assertThat(counts.percentile(part))
                    .as("%s of %s values", part, values.length)
                    .isCloseTo((double) exact, within(exact * ERROR));
        }
        for (int bits = 0; bits < 63; bits++) {
            long bound = 1L << bits;
            assertThat(counts.below(bound))
                    .as("values below 2^%s", bits)
                    .isEqualTo(
                            Arrays.stream(values).filter(value -> value < bound).count());
        }
    }

    @Test
    void ranges_haveNoGapAndNoOverlap() {
        for (int index = 1; index < Histogram.BUCKETS; index++) {
            long lowest = Histogram.lowestOf(index);
            assertThat(Histogram.indexOf(lowest)).isEqualTo(index);
            assertThat(Histogram.indexOf(lowest - 1)).isEqualTo(index - 1);
            assertThat(Histogram.indexOf(Histogram.middleOf(index))).isEqualTo(index);
        }
    }

    @Test
    void add_valuesOutOfRange_countAsTheNearest() {
        histogram.add(-5);
        histogram.add(Long.MAX_VALUE);
        assertThat(histogram.counts().percentile(0.5)).isZero();
        assertThat(histogram.counts().percentile(1))
                .isCloseTo(Histogram.MAX_VALUE, within(Histogram.MAX_VALUE * ERROR));
        assertThat(histogram.sum()).isEqualTo(Histogram.MAX_VALUE);
    }

    @Test
    void percentile_ofNothing_isNotANumber() {
        assertThat(histogram.counts().percentile(0.5)).isNaN();
    }

    @Test
    void below_notAPowerOfTwo_isRefused() {
        assertThatThrownBy(() -> histogram.counts().below(3)).hasMessageContaining("3");
    }

    @Test
    void add_manyThreads_losesNothing() throws InterruptedException {
        int threads = 8;
        int each = 50_000;
        List<Thread> all = new ArrayList<>();
        long expected = 0;
        for (int t = 0; t < threads; t++) {
            long[] values = values(new SplittableRandom(t), each);
            expected += Arrays.stream(values).sum();
            all.add(new Thread(() -> Arrays.stream(values).forEach(histogram::add)));
        }
        all.forEach(Thread::start);
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(histogram.total()).isEqualTo((long) threads * each);
        assertThat(histogram.counts().total()).isEqualTo((long) threads * each);
        assertThat(histogram.sum()).isEqualTo(expected);
    }

    @Test
    void reader_minuteLater_hasForgottenThePercentilesButNotTheCounts() {
        long[] now = {Long.MAX_VALUE - 5};
        HistogramReader reader = new HistogramReader(histogram, () -> now[0]);
        assertThat(reader.percentile(0.5)).isNaN();
        histogram.add(1_000);
        assertThat(reader.percentile(1)).isCloseTo(1_000, within(1_000 * ERROR));
        for (int second = 1; second <= 59; second++) {
            now[0] += TimeUnit.SECONDS.toNanos(1);
            histogram.add(10);
            assertThat(reader.percentile(1)).as("after %s s", second).isCloseTo(1_000, within(1_000 * ERROR));
        }
        for (int second = 60; second <= 80; second++) {
            now[0] += TimeUnit.SECONDS.toNanos(1);
            histogram.add(10);
            double highest = reader.percentile(1);
            if (second >= 71) {
                assertThat(highest).as("after %s s", second).isEqualTo(10);
            }
        }
        assertThat(reader.all().total()).isEqualTo(81);
    }

    @Test
    void reader_readSeldom_showsWhatCameSinceTheReadingBefore() {
        long[] now = {0};
        HistogramReader reader = new HistogramReader(histogram, () -> now[0]);
        histogram.add(20);
        now[0] += TimeUnit.MINUTES.toNanos(5);
        assertThat(reader.percentile(1)).isEqualTo(20);
        histogram.add(7);
        now[0] += TimeUnit.MINUTES.toNanos(5);
        assertThat(reader.percentile(1)).isEqualTo(7);
    }

    /** Everything that is called while mutations are on their way. */
    @Test
    void recording_everyKind_allocatesNothing() {
        ClientNumbers numbers = new ClientNumbers();
        numbers.startReading();
        IOException error = new IOException("lost");
        TableName table = TableName.valueOf("t");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        recordOften(numbers, table, error);
        long before = threads.getThreadAllocatedBytes(thread);
        recordOften(numbers, table, error);
        long allocated = threads.getThreadAllocatedBytes(thread) - before;

        assertThat(allocated).isLessThan(10_000);
        assertThat(numbers.table(table).requests.sum()).isEqualTo(40_000);
        assertThat(numbers.table(table).retried.count("IOException")).isEqualTo(80_000);
    }

    private static void recordOften(ClientNumbers numbers, TableName table, IOException error) {
        for (int i = 0; i < 20_000; i++) {
            TableNumbers one = numbers.table(table);
            one.flushed(FlushReason.SIZE, i, i);
            one.requested(i, i);
            one.acknowledged(i);
            one.failed(error);
            one.retried(2, error);
            one.waitedForRoom(i);
            TableNumbers.Distributions wanted = one.distributions();
            if (wanted != null) {
                wanted.latency().add(i);
            }
            ServerNumbers server = numbers.server("rs1:16020");
            server.sent(i);
            server.received(i);
            server.answered(i);
            numbers.lookups().lookedUp(i, 1);
        }
    }
}
