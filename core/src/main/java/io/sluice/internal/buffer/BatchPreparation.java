package io.sluice.internal.buffer;

import io.sluice.internal.batch.Batch;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.metrics.TableNumbers;
import io.sluice.internal.pace.RowClock;
import io.sluice.internal.time.Clock;
import io.sluice.internal.trace.WriteTracer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is done with each batch before its first mutation. All but the look-up of regions is by options, none of them by
 * default.
 *
 * @param regions tells the known regions of the table
 * @param stamps gives mutations their timestamps, or null
 * @param numbers tells whether the time to the acknowledgement is wanted now
 * @param tracer follows the batch, or null
 */
record BatchPreparation(
        Supplier<RegionMap> regions,
        @Nullable RowClock stamps,
        Clock clock,
        TableNumbers numbers,
        @Nullable WriteTracer tracer)
        implements Consumer<Batch> {
    /**
     * In a table of so many regions a row is looked up best when it is appended and is in the processor's cache. In a larger
     * one it is the table that is not there: searches wait for memory, and when all rows of a batch are looked up together
     * they wait at the same time, which the atomic operations of the appends would prevent.
     */
    private static final int MAX_SEARCHED_AT_APPEND = 512;

    @Override
    public void accept(Batch batch) {
        RegionMap known = regions.get();
        if (known.size() <= MAX_SEARCHED_AT_APPEND) {
            batch.locateIn(known);
        }
        if (stamps != null) {
            batch.stampBy(stamps);
        }
        TableNumbers.Distributions wanted = numbers.distributions();
        if (wanted != null) {
            batch.timeBy(clock, wanted.latency());
        }
        if (tracer != null) {
            batch.followBy(tracer.newBatch());
        }
    }
}
