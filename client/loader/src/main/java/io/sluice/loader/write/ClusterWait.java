package io.sluice.loader.write;

import io.sluice.Configuration;
import io.sluice.TableName;
import io.sluice.client.internal.ClusterInspector;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for the cluster before the first row. Prints lines while the cluster does not answer, and gives up after a
 * limit, since the client itself looks for regions for up to 20 minutes ({@code hbase.client.meta.operation.timeout}).
 * For use by one thread.
 */
public final class ClusterWait {
    private static final Times TIMES = new Times(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60));

    private final Configuration conf;
    private final TableName table;
    private final PrintStream err;
    private final Times times;
    private final long startNanos = System.nanoTime();
    private long nextLineNanos;

    /**
     * The times.
     *
     * @param first time until the first line
     * @param pause time between lines
     * @param limit limit for all waits together
     */
    record Times(Duration first, Duration pause, Duration limit) {}

    /**
     * Starts the clock.
     *
     * @param table the table that is looked for
     * @param err receives the lines
     */
    public ClusterWait(Configuration conf, TableName table, PrintStream err) {
        this(conf, table, err, TIMES);
    }

    ClusterWait(Configuration conf, TableName table, PrintStream err, Times times) {
        this.conf = conf;
        this.table = table;
        this.err = err;
        this.times = times;
        nextLineNanos = times.first().toNanos();
    }

    /**
     * Waits for an answer.
     *
     * @throws IOException if the answer failed, or the limit was reached
     * @throws InterruptedException with a message for the user
     */
    public <T> T await(CompletableFuture<T> answer) throws IOException, InterruptedException {
        long limitNanos = times.limit().toNanos();
        while (true) {
            try {
                long waitNanos = Math.min(nextLineNanos, limitNanos) - elapsedNanos();
                return answer.get(waitNanos, TimeUnit.NANOSECONDS);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException cause) {
                    throw cause;
                }
                throw new IllegalStateException(e.getCause());
            } catch (TimeoutException e) {
                if (elapsedNanos() >= limitNanos) {
                    throw new IOException(
                            "looked for table '" + table + "' in " + registry() + " for " + seconds()
                                    + " s without an answer",
                            e);
                }
                err.println("Still looking for table '" + table + "' in " + registry() + ", " + seconds()
                        + " s: run sluice doctor");
                nextLineNanos += times.pause().toNanos();
            } catch (InterruptedException e) {
                InterruptedException told = new InterruptedException("INTERRUPTED before the first row");
                told.initCause(e);
                throw told;
            }
        }
    }

    private long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(elapsedNanos());
    }

    private String registry() {
        try (ClusterInspector inspector = ClusterInspector.open(conf)) {
            return inspector.registry();
        }
    }
}
