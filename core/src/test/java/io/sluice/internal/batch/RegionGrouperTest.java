package io.sluice.internal.batch;

import static io.sluice.internal.locate.Regions.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Ordering;
import io.sluice.Row;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.retry.RetryPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RegionGrouperTest {

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void group_randomBatch_isTheSameEntriesSortedAndWithinTheLimits(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RegionLocation> known =
                new ArrayList<>(Regions.randomTable(random, random.nextInt(random.nextBoolean() ? 5 : 200), 4));
        known.removeIf(r -> random.nextInt(5) == 0);
        RegionMap map = Regions.map(known);
        List<Row> rows = new RandomRows(random).next(1 + random.nextInt(400));
        Batch batch = Batches.fill(new PooledBlockAllocator(1_000, 10), rows).batch();
        int[] entries = IntStream.range(0, rows.size())
                .filter(e -> random.nextInt(10) > 0)
                .toArray();
        for (int entry : entries) {
            if (random.nextInt(10) == 0) {
                assertThat(batch.takeReceiver(entry)).isNotNull();
            }
        }
        DispatchSettings settings = settings(1 + random.nextInt(2_000), 1 + random.nextInt(100), Map.of());

        RegionGrouper grouper = new RegionGrouper(batch, entries, map, settings, new ServerLimits());
        List<ServerBatch> requests = grouper.group();

        List<Integer> missing = new ArrayList<>();
        Map<RegionLocation, List<Integer>> expected = new HashMap<>();
        for (int entry : entries) {
            byte[] row = batch.row(entry);
            if (batch.isSettled(entry)) {
                continue;
            }
            known.stream()
                    .filter(r -> r.contains(row))
                    .findFirst()
                    .ifPresentOrElse(
                            r -> expected.computeIfAbsent(r, x -> new ArrayList<>())
                                    .add(entry),
                            () -> missing.add(entry));
        }
        assertThat(IntStream.of(grouper.missing()).boxed().toList()).isEqualTo(missing);
        assertThat(flatten(requests, settings)).isEqualTo(expected);
        assertThat(requests.stream().map(ServerBatch::server).distinct()).hasSize(grouper.servers());
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void group_regionsLookedUpAtTheAppend_isAsIfLookedUpNow(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RegionLocation> table = Regions.randomTable(random, random.nextInt(20), 4);
        RegionMap before = someOf(table, random);
        RegionMap now = random.nextBoolean() ? before : someOf(table, random);
        PooledBlockAllocator allocator = new PooledBlockAllocator(1_000, 10);
        List<Row> rows = new RandomRows(random).next(1 + random.nextInt(400));
        Batch batch = new Batch(Regions.TABLE, Batches.budgeted(allocator), 0);
        batch.locateIn(before);
        Batch located = Batches.fill(batch, allocator, rows).batch();
        Batch other = Batches.fill(allocator, rows).batch();
        DispatchSettings settings = settings(1 + random.nextInt(2_000), 1 + random.nextInt(100), Map.of());

        RegionGrouper grouper = new RegionGrouper(located, null, now, settings, new ServerLimits());
        List<ServerBatch> requests = grouper.group();

        RegionGrouper expected = new RegionGrouper(other, null, now, settings, new ServerLimits());
        List<ServerBatch> expectedRequests = expected.group();
        assertThat(grouper.missing()).isEqualTo(expected.missing());
        assertThat(flatten(requests, settings)).isEqualTo(flatten(expectedRequests, settings));
    }

    private static DispatchSettings settings(long maxBytes, int maxMutations, Map<String, byte[]> attributes) {
        return new DispatchSettings(
                Ordering.NONE, maxBytes, maxMutations, new RetryPolicy(1, 0, 0, () -> 0), 1, 1, 1, attributes);
    }

    private static RegionMap someOf(List<RegionLocation> table, SplittableRandom random) {
        return Regions.map(
                table.stream().filter(region -> random.nextInt(5) > 0).toList());
    }

    @Test
    void append_mapGiven_notesTheRegion() {
        RegionMap map = Regions.map(table(2, "b", "c", "d"));
        PooledBlockAllocator allocator = new PooledBlockAllocator(1_000, 1);
        Batch batch = new Batch(Regions.TABLE, Batches.budgeted(allocator), 0);
        batch.locateIn(map);
        Batches.fill(batch, allocator, List.of(Batches.put("c"), Batches.put("a"), Batches.put("d")));
        assertThat(IntStream.range(0, 3).map(batch::region)).containsExactly(2, 0, 3);
    }

    private static int[] mutations(ServerBatch request) {
        return IntStream.range(0, request.mutationCount())
                .map(request::mutation)
                .toArray();
    }

    private static Map<RegionLocation, List<Integer>> flatten(List<ServerBatch> requests, DispatchSettings settings) {
        Map<RegionLocation, List<Integer>> entries = new HashMap<>();
        for (ServerBatch request : requests) {
            assertThat(request.mutationCount()).isBetween(1, settings.maxRequestMutations());
            Batch batch = request.batch();
            long bytes =
                    IntStream.of(mutations(request)).mapToLong(batch::length).sum();
            assertThat(request.bytes()).isEqualTo(bytes);
            assertThat(bytes <= settings.maxRequestBytes() || request.mutationCount() == 1)
                    .isTrue();
            int next = 0;
            for (Slice slice : request.slices()) {
                assertThat(slice.from()).isEqualTo(next).isLessThan(slice.to());
                assertThat(slice.region().server()).isEqualTo(request.server());
                next = slice.to();
                for (int position = slice.from(); position < slice.to(); position++) {
                    int entry = request.mutation(position);
                    assertThat(batch.kind(entry) == MutationKind.ROW_MUTATIONS).isEqualTo(slice.atomic());
                    entries.computeIfAbsent(slice.region(), x -> new ArrayList<>())
                            .add(entry);
                }
                assertThat(slice.atomic() && slice.to() > slice.from() + 1).isFalse();
            }
            assertThat(next).isEqualTo(request.mutationCount());
        }
        return entries;
    }

    @Test
    void group_withinTheLimits_isOneRequestAServer() {
        RegionMap map = Regions.map(table(2, "b", "c", "d"));
        Batch batch = Batches.puts(new PooledBlockAllocator(1_000, 1), "a", "b", "c", "d", "a", "c2")
                .batch();
        Map<String, byte[]> attributes = Map.of("x", new byte[] {1});

        int[] entries = IntStream.range(0, 6).toArray();
        RegionGrouper grouper =
                new RegionGrouper(batch, entries, map, settings(1 << 20, 100, attributes), new ServerLimits());
        List<ServerBatch> requests = grouper.group();

        assertThat(grouper.missing()).isEmpty();
        assertThat(requests).hasSize(2);
        ServerBatch first = requests.get(0);
        assertThat(first.slices())
                .containsExactly(
                        new Slice(map.region(0), 0, 2, false, batch.length(0) + batch.length(4)),
                        new Slice(map.region(2), 2, 4, false, batch.length(2) + batch.length(5)));
        assertThat(mutations(first)).containsExactly(0, 4, 2, 5);
        assertThat(first.requestAttributes()).isSameAs(attributes);
    }
}
