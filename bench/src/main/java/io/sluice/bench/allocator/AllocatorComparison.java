package io.sluice.bench.allocator;

import io.sluice.bench.Comparison;
import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Measured;
import io.sluice.bench.run.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;

/**
 * Compares the blocks of the write buffer with those of ion-java, Netty and Kafka, plain arrays, and, as the floor, a
 * list per thread.
 */
public final class AllocatorComparison implements Comparison {
    private static final String FLOOR = BlockContender.THREAD_LISTS.title();
    private static final int MANY_THREADS = 10;
    private static final int SMALL_BLOCK = 1 << 10;
    private static final int LARGE_BLOCK = 32 << 10;
    private static final double TIMES_ION = 3;

    @Override
    public String name() {
        return "allocator";
    }

    @Override
    public String question() {
        return "Taking a block and releasing it, by 1 and 10 threads at once; calls per ms of all threads. The list"
                + " of free blocks is first filled with 10 blocks (small) or 100,000 (large)."
                + " ion-java keeps at most 64 MiB of them. Netty has no such list,"
                + " but a cache for each thread, and all contenders run on its threads. An array is new each time. A"
                + " list per thread has no bound and no exchange between threads: it is the floor.";
    }

    @Override
    public List<Row> measure(JmhSession session) {
        List<Row> rows = new ArrayList<>();
        for (int blockBytes : new int[] {SMALL_BLOCK, LARGE_BLOCK}) {
            // Only ion-java 1.8.3 counts the blocks of its list, and its blocks are small.
            for (FreeList list : blockBytes == SMALL_BLOCK ? FreeList.values() : new FreeList[] {FreeList.SMALL}) {
                for (int threads : new int[] {1, MANY_THREADS}) {
                    rows.add(row(session, blockBytes, list, threads));
                }
            }
        }
        return rows;
    }

    private static Row row(JmhSession session, int blockBytes, FreeList list, int threads) {
        List<BlockContender> contenders = List.of(BlockContender.values());
        List<Measured> measured = session.run(contenders.stream()
                .map(contender -> new Plan(
                        AllocatorBenchmark.class,
                        Mode.Throughput,
                        TimeUnit.MILLISECONDS,
                        threads,
                        Map.of("contender", contender.name(), "blockBytes", "" + blockBytes, "freeList", list.name())))
                .toList());
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            figures.add(measured.get(i).score().of(contenders.get(i).title()));
        }
        return new Row(label(blockBytes, list, threads), "calls/ms", Better.HIGHER, figures);
    }

    private static String label(int blockBytes, FreeList list, int threads) {
        String freeList = list == FreeList.SMALL ? "small list" : "large list";
        return (blockBytes >> 10) + " KiB, " + freeList + ", " + threads + (threads == 1 ? " thread" : " threads");
    }

    @Override
    public List<Goal> goals(List<Row> rows) {
        List<Goal> goals = new ArrayList<>();
        for (Row row : rows) {
            goals.add(Goal.times(row, 1, BlockContender.NETTY.title(), FLOOR));
            goals.add(Goal.times(row, 1, BlockContender.NETTY_ADAPTIVE.title(), FLOOR));
        }
        for (FreeList list : FreeList.values()) {
            String wanted = label(SMALL_BLOCK, list, MANY_THREADS);
            rows.stream()
                    .filter(row -> row.label().equals(wanted))
                    .map(row -> Goal.times(row, TIMES_ION, BlockContender.ION.title(), FLOOR))
                    .forEach(goals::add);
        }
        return goals;
    }
}
