package io.sluice.bench.grouping;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What does it cost to find the region of a row that is in the cache? Run it by {@code bench/compare grouping}. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls the setup.
public class LocateBenchmark {
    private static final int ROWS = 1 << 16;

    @Param
    RegionCacheContender contender;

    @Param("1")
    int servers;

    @Param("16")
    int regions;

    @Param("false")
    boolean skewed;

    private RegionCache cache;
    private byte[][] rows;
    private int next;

    /** Fills the cache. */
    @Setup
    public void fill() {
        TableShape shape = new TableShape(servers, regions, skewed);
        cache = contender.fill(shape);
        rows = shape.rows(ROWS);
    }

    /** Finds the region of one of many rows. */
    @Benchmark
    public Object find() {
        return cache.find(rows[next++ & ROWS - 1]);
    }
}
