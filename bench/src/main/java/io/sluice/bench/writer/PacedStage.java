package io.sluice.bench.writer;

import io.sluice.bench.writer.Outcome.Latencies;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Writes at a fixed rate and measures each put from the moment it was due, whether or not the thread was late: puts
 * that wait behind a slow one count as slow, too.
 */
final class PacedStage {
    /** The first part of the rows is not recorded. */
    private static final long WARM_UP_DIVISOR = 5;

    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double P999 = 99.9;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Entrant entrant;
    private final Order order;
    private final Histogram nanos = new ConcurrentHistogram(TimeUnit.HOURS.toNanos(1), 3);

    PacedStage(Entrant entrant, Order order) {
        this.entrant = entrant;
        this.order = order;
    }

    /**
     * Opens the contender, primes it, and writes.
     *
     * @throws IllegalStateException if a put was not acknowledged
     */
    Outcome run() throws Exception {
        Duration linger = Duration.ofMillis(order.lingerMillis());
        try (Writer writer =
                entrant.contender().open(new Writer.Setup(order.target(), order.load(), entrant.settings(), linger))) {
            PutStage.prime(writer, order);
            write(writer);
            PutStage.checkAcknowledged(writer, order);
        }
        return new Outcome(null, new Latencies(micros(P50), micros(P99), micros(P999)), null, null);
    }

    private double micros(double percentile) {
        return nanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
    }

    private void write(Writer writer) throws Exception {
        Schedule schedule = new Schedule(System.nanoTime(), order.ratePerSecond());
        int count = order.load().threads();
        try (WriterThreads threads = new WriterThreads(count, thread -> {
            for (long i = thread; i < order.rows(); i += count) {
                long due = schedule.awaitDue(i);
                writer.write(Rows.row(i), i < order.rows() / WARM_UP_DIVISOR ? failure -> {} : recorder(due));
            }
        })) {
            threads.work();
            writer.finish();
        }
    }

    /** A failed put is not recorded, and fails the stage at the end. */
    private Consumer<@Nullable Throwable> recorder(long due) {
        return failure -> {
            if (failure == null) {
                nanos.recordValue(Math.max(0, System.nanoTime() - due));
            }
        };
    }
}
