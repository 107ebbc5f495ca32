package io.sluice.internal.locate;

import static io.sluice.internal.locate.Regions.bytes;
import static io.sluice.internal.locate.Regions.map;
import static io.sluice.internal.locate.Regions.region;
import static io.sluice.internal.locate.Regions.server;
import static io.sluice.internal.locate.Regions.table;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sluice.Bytes;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RegionMapTest {

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    private static NavigableMap<byte[], RegionLocation> model(Iterable<RegionLocation> regions) {
        NavigableMap<byte[], RegionLocation> model = new TreeMap<>(Bytes::compareTo);
        regions.forEach(r -> model.put(r.startKey(), r));
        return model;
    }

    private static int find(RegionMap map, byte[] row) {
        byte[] padded = Bytes.add(new byte[] {9, 9}, row, new byte[] {7});
        return map.find(padded, 2, row.length);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void find_randomTableWithGaps_agreesWithTheModel(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RegionLocation> known = new ArrayList<>(Regions.randomTable(random, random.nextInt(40), 5));
        known.removeIf(r -> random.nextInt(4) == 0);
        RegionMap map = map(known);
        NavigableMap<byte[], RegionLocation> model = model(known);

        assertThat(map.size()).isEqualTo(model.size());
        assertThat(map.regions()).containsExactlyElementsOf(model.values());
        for (int i = 0; i < 200; i++) {
            byte[] row = Regions.randomKey(random, 0);
            Map.Entry<byte[], RegionLocation> floor = model.floorEntry(row);
            int number = find(map, row);
            if (floor != null && floor.getValue().contains(row)) {
                assertThat(map.region(number)).isSameAs(floor.getValue());
            } else {
                assertThat(number).isEqualTo(-1);
                assertThat(map.unknownRangeStart(row))
                        .isEqualTo(
                                floor == null ? new byte[0] : floor.getValue().endKey());
            }
            int before = map.floor(row, 0, row.length);
            assertThat(before).isEqualTo(model.headMap(row, true).size() - 1);
        }
    }

    /** Regions are split, merged and moved at random; the map hears of it piece by piece and never overlaps. */
    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void with_regionsOfAChangingTable_agreesWithTheModel(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        NavigableMap<byte[], RegionLocation> model = new TreeMap<>(Bytes::compareTo);
        RegionMap map = RegionMap.EMPTY;
        for (int step = 0; step < 60; step++) {
            List<RegionLocation> truth = Regions.randomTable(random, random.nextInt(12), 3);
            List<RegionLocation> found = new ArrayList<>();
            int from = random.nextInt(truth.size());
            for (int i = from; i < truth.size() && found.size() < 3; i++) {
                found.add(0, truth.get(i));
            }
            map = map.with(found);
            for (RegionLocation fresh : found) {
                model.values().removeIf(old -> overlap(old, fresh));
                model.put(fresh.startKey(), fresh);
            }
            // Not the same objects: neighbours come to share the key between them.
            assertThat(facts(map.regions())).isEqualTo(facts(model.values()));
        }
    }

    /** A table large enough that changes leave most of it where it is. */
    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void changes_ofALargeTable_agreeWithTheModel(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<RegionLocation>> answers = answers(1_000 + 10 * random.nextInt(100));
        NavigableMap<byte[], RegionLocation> model = new TreeMap<>(Bytes::compareTo);
        RegionMap map = RegionMap.EMPTY;
        boolean changedInPlace = false;
        for (int step = 0; step < 100; step++) {
            List<RegionLocation> answer = answers.get(random.nextInt(answers.size()));
            RegionLocation one = answer.get(random.nextInt(answer.size()));
            RegionLocation known = model.get(one.startKey());
            switch (random.nextInt(step == 0 ? 1 : 8)) {
                case 0 -> {
                    List<RegionLocation> many = answers.stream()
                            .filter(each -> random.nextInt(4) > 0)
                            .flatMap(List::stream)
                            .toList();
                    map = map.with(many);
                    many.forEach(region -> addIfNewer(model, region));
                }
                case 1 -> {
                    map = map.without(known == null ? one : known);
                    model.remove(one.startKey());
                }
                case 2 -> {
                    int server = random.nextInt(100);
                    map = map.withoutServer(server(server));
                    model.values().removeIf(region -> region.server().equals(server(server)));
                }
                case 3 -> {
                    if (known != null) {
                        map = map.moved(known, server(100 + step), step);
                        model.put(known.startKey(), known.movedTo(server(100 + step), Math.max(step, known.seqNum())));
                    }
                }
                default -> {
                    map = map.with(answer);
                    answer.forEach(region -> addIfNewer(model, region));
                }
            }
            changedInPlace |= map.numbers() > map.size();
            assertThat(map.size()).isEqualTo(model.size());
            byte[] row = Bytes.toBytes(random.nextInt(2_000));
            Map.Entry<byte[], RegionLocation> floor = model.floorEntry(row);
            int number = find(map, row);
            assertThat(number < 0 ? "none" : map.region(number) + " " + map.serverName(map.server(number)))
                    .isEqualTo(
                            floor == null || !floor.getValue().contains(row)
                                    ? "none"
                                    : floor.getValue() + " " + floor.getValue().server());
            int before = map.floor(row, 0, row.length);
            assertThat(before < 0 ? "none" : map.region(before).toString())
                    .isEqualTo(floor == null ? "none" : floor.getValue().toString());
        }
        assertThat(facts(map.regions())).isEqualTo(facts(model.values()));
        assertThat(changedInPlace).isTrue();
    }

    private static void addIfNewer(NavigableMap<byte[], RegionLocation> model, RegionLocation region) {
        model.merge(region.startKey(), region, (old, fresh) -> old.seqNum() > fresh.seqNum() ? old : fresh);
    }

    @Test
    void servers_withoutRegions_areForgottenBeforeTheyAreMany() {
        RegionMap map = RegionMap.EMPTY.with(
                answers(1_000).stream().flatMap(List::stream).toList());
        for (int i = 0; i < 5_000; i++) {
            RegionLocation known = map.region(find(map, Bytes.toBytes(7)));
            map = map.moved(known, server(1_000 + i), i);
            assertThat(map.serverCount()).isLessThan(2_000);
            assertThat(map.serverName(map.server(find(map, Bytes.toBytes(7))))).isEqualTo(server(1_000 + i));
        }
        assertThat(map.size()).isEqualTo(1_000);
    }

    private static List<String> facts(Collection<RegionLocation> regions) {
        return regions.stream()
                .map(r -> Bytes.toStringBinary(r.startKey()) + " to " + Bytes.toStringBinary(r.endKey()) + " " + r + " "
                        + r.seqNum())
                .toList();
    }

    private static boolean overlap(RegionLocation a, RegionLocation b) {
        boolean aEndsBefore = a.endKey().length > 0 && Bytes.compareTo(a.endKey(), b.startKey()) <= 0;
        boolean bEndsBefore = b.endKey().length > 0 && Bytes.compareTo(b.endKey(), a.startKey()) <= 0;
        return !aEndsBefore && !bEndsBefore;
    }

    @Test
    void with_daughtersAfterASplit_replaceTheParent() {
        RegionMap map = map(table(1, "b", "d"));
        RegionMap split = map.with(List.of(region("b", "c", 1), region("c", "d", 2)));
        assertThat(split.size()).isEqualTo(4);
        assertThat(split.region(find(split, bytes("c"))).server()).isEqualTo(server(2));
    }

    @Test
    void with_oneDaughter_leavesAGap() {
        RegionMap map = map(table(1, "b", "d")).with(List.of(region("c", "d", 2)));
        assertThat(find(map, bytes("b"))).isEqualTo(-1);
        assertThat(map.unknownRangeStart(bytes("b"))).isEqualTo(bytes("b"));
        assertThat(find(map, bytes("c"))).isEqualTo(1);
    }

    @Test
    void with_mergedRegion_replacesBothParents() {
        RegionMap map = map(table(1, "b", "c", "d")).with(List.of(region("b", "d", 3)));
        assertThat(map.size()).isEqualTo(3);
        assertThat(map.region(find(map, bytes("c"))).server()).isEqualTo(server(3));
    }

    @Test
    void with_answerThatOverlapsItself_keepsTheLaterStart() {
        RegionMap map = RegionMap.EMPTY.with(List.of(region("", "", 1), region("m", "", 2)));
        assertThat(map.size()).isOne();
        assertThat(map.region(0).server()).isEqualTo(server(2));
    }

    @Test
    void with_answerWhoseFirstRegionIsTheLongest_keepsTheLaterStarts() {
        RegionMap map = map(table(1, "c", "e", "p"));
        RegionMap changed = map.with(List.of(region("d", "z", 1), region("f", "g", 2)));
        assertThat(facts(changed.regions()))
                .isEqualTo(facts(
                        List.of(region("", "c", 0), region("c", "e", 0), region("f", "g", 2), region("p", "", 0))));
    }

    @Test
    void with_regionThatEndsBeforeItStarts_leavesItOut() {
        RegionMap map = map(table(1, "b", "d"));
        assertThat(map.with(List.of(region("c", "a", 1), region("c", "c", 1)))).isSameAs(map);
        assertThat(map.with(List.of())).isSameAs(map);
    }

    @Test
    void with_equalKeysInDifferentArrays_sharesThem() {
        RegionMap map = map(table(2, "b", "d", "f"));
        RegionMap changed = map.with(List.of(region("b", "c", 5), region("c", "d", 5)));
        for (int i = 0; i + 1 < changed.size(); i++) {
            assertThat(changed.region(i).endKey())
                    .isSameAs(changed.region(i + 1).startKey());
        }
    }

    @Test
    void with_olderSequenceNumber_keepsWhatIsKnown() {
        RegionLocation known = region(bytes("a"), bytes("b"), 1, 7);
        RegionMap map = map(List.of(known));
        assertThat(map.with(List.of(region(bytes("a"), bytes("b"), 2, 6))).region(0))
                .isSameAs(known);
        RegionLocation newer = region(bytes("a"), bytes("b"), 2, 8);
        assertThat(map.with(List.of(newer)).region(0)).isSameAs(newer);
    }

    @Test
    void without_regionThatIsElsewhereByNow_changesNothing() {
        RegionMap map = map(table(2, "b"));
        RegionLocation first = map.region(0);
        assertThat(map.without(first.movedTo(server(7), 3))).isSameAs(map);
        assertThat(map.without(region("x", "y", 0))).isSameAs(map);
        assertThat(map.without(first).regions()).containsExactly(map.region(1));
    }

    @Test
    void moved_regionWhereItFailed_goesToTheNewServer() {
        RegionMap map = map(table(2, "b"));
        RegionMap moved = map.moved(map.region(0), server(9), 5);
        assertThat(moved.region(0).server()).isEqualTo(server(9));
        assertThat(moved.region(0).seqNum()).isEqualTo(5);
        assertThat(moved.moved(map.region(0), server(8), 6)).isSameAs(moved);
    }

    @Test
    void moved_lowerSequenceNumber_goesThereWithTheKnownOne() {
        RegionLocation known = region(bytes(""), bytes(""), 1, 7);
        RegionMap moved = map(List.of(known)).moved(known, server(2), -1);
        assertThat(moved.region(0).server()).isEqualTo(server(2));
        assertThat(moved.region(0).seqNum()).isEqualTo(7);
    }

    @Test
    void withoutServer_dropsAllItsRegions() {
        RegionMap map = map(table(2, "b", "c", "d"));
        assertThat(map.withoutServer(server(0)).regions()).containsExactly(map.region(1), map.region(3));
        assertThat(map.withoutServer(server(5))).isSameAs(map);
    }

    /** Every entry that is copied is allocated, so bytes that are allocated count the copying. */
    private static long allocatedBytes(Runnable task) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(thread);
        task.run();
        return threads.getThreadAllocatedBytes(thread) - before;
    }

    /** A table as a cluster tells it: ten regions with each answer, in no order. */
    private static List<List<RegionLocation>> answers(int regions) {
        List<RegionLocation> table = new ArrayList<>();
        for (int i = 0; i < regions; i++) {
            byte[] start = i == 0 ? new byte[0] : Bytes.toBytes(i);
            byte[] end = i + 1 == regions ? new byte[0] : Bytes.toBytes(i + 1);
            table.add(region(start, end, i % 100, 1));
        }
        List<List<RegionLocation>> answers = new ArrayList<>();
        for (int i = 0; i < regions; i += 10) {
            answers.add(table.subList(i, i + 10));
        }
        Collections.shuffle(answers, new Random(1));
        return answers;
    }

    private static RegionMap learn(List<List<RegionLocation>> answers) {
        RegionMap map = RegionMap.EMPTY;
        for (List<RegionLocation> answer : answers) {
            map = map.with(answer);
        }
        return map;
    }

    @Test
    void with_manyAnswers_copiesEachRegionAFewTimes() {
        List<List<RegionLocation>> few = answers(2_000);
        List<List<RegionLocation>> many = answers(20_000);
        assertThat(learn(few).size()).isEqualTo(2_000);
        long allocatedForFew = allocatedBytes(() -> learn(few));
        long allocatedForMany = allocatedBytes(() -> learn(many));
        assertThat(allocatedForMany).isLessThan(20 * allocatedForFew);
        assertThat(allocatedForMany / 20_000).as("bytes for each region").isLessThan(5_000);
    }

    @Test
    void without_oneRegionAfterTheOther_copiesEachRegionAFewTimes() {
        RegionMap all = RegionMap.EMPTY.with(
                answers(20_000).stream().flatMap(List::stream).toList());
        List<RegionLocation> regions = all.regions();
        long allocated = allocatedBytes(() -> {
            RegionMap map = all;
            for (RegionLocation region : regions) {
                map = map.without(region);
            }
            assertThat(map.size()).isZero();
        });
        assertThat(allocated / 20_000).as("bytes for each region").isLessThan(5_000);
    }

    @Test
    void withoutServer_oneAfterTheOther_copiesEachRegionAFewTimes() {
        RegionMap all = RegionMap.EMPTY.with(
                answers(20_000).stream().flatMap(List::stream).toList());
        long allocated = allocatedBytes(() -> {
            RegionMap map = all;
            for (int server = 0; server < 50; server++) {
                map = map.withoutServer(server(server));
                // Each failed request of a server says the same.
                for (int i = 0; i < 20; i++) {
                    assertThat(map.withoutServer(server(server)) == map).isTrue();
                }
            }
            assertThat(map.size()).isEqualTo(10_000);
        });
        assertThat(allocated / 20_000).as("bytes for each region").isLessThan(1_000);
    }

    @Test
    void find_knownRow_allocatesNothing() {
        RegionMap map = map(Regions.randomTable(new SplittableRandom(1), 1_000, 5));
        byte[] row = bytes("a\u00ff\u0001");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long found = findOften(map, row);
        long before = threads.getThreadAllocatedBytes(thread);
        found += findOften(map, row);
        long allocated = threads.getThreadAllocatedBytes(thread) - before;

        assertThat(found).isPositive();
        assertThat(allocated).isLessThan(10_000);
    }

    private static long findOften(RegionMap map, byte[] row) {
        long sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sum += map.find(row, 0, row.length);
        }
        return sum;
    }
}
