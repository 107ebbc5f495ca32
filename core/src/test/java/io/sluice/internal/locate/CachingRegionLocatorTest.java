package io.sluice.internal.locate;

import static io.sluice.internal.locate.Regions.TABLE;
import static io.sluice.internal.locate.Regions.bytes;
import static io.sluice.internal.locate.Regions.server;
import static io.sluice.internal.locate.Regions.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.HBaseIOException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedException;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.TableNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CachingRegionLocatorTest {
    private final MemoryRegionLookup lookup = new MemoryRegionLookup();
    private final CachingRegionLocator locator = new CachingRegionLocator(lookup);

    private boolean knows(String row) {
        return locator.regions(TABLE).find(bytes(row), 0, row.length()) >= 0;
    }

    @Test
    void locate_unknownRow_asksOnceAndRemembers() {
        lookup.set(table(2, "m"));
        assertThat(locator.regions(TABLE).size()).isZero();

        assertThat(locator.locate(TABLE, bytes("c"))).isCompleted();
        assertThat(locator.locate(TABLE, bytes("d"))).isCompleted();

        assertThat(lookup.lookups()).isOne();
        assertThat(knows("c")).isTrue();
        assertThat(knows("x")).isFalse();
    }

    @Test
    void locate_manyRowsOfOneStretch_makeOneLookup() {
        lookup.set(table(2, "m"));
        lookup.hold();
        CompletableFuture<Void> first = locator.locate(TABLE, bytes("c"));
        CompletableFuture<Void> second = locator.locate(TABLE, bytes("x"));
        CompletableFuture<Void> other = locator.locate(TableName.valueOf("other"), bytes("x"));
        assertThat(lookup.lookups()).isEqualTo(2);
        assertThat(first).isNotDone();

        lookup.answerHeld();

        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(other).isCompleted();
        assertThat(knows("x")).as("was another region of the range").isFalse();
        assertThat(locator.locate(TABLE, bytes("x"))).isCompleted();
        assertThat(knows("x")).isTrue();
    }

    @Test
    void locate_oneServerInSeveralAnswers_keepsOneObjectForIt() {
        lookup.set(table(1, "d", "m"));
        List.of("a", "e", "x").forEach(row -> locator.locate(TABLE, bytes(row)).join());
        RegionMap map = locator.regions(TABLE);
        assertThat(map.region(1).server()).isSameAs(map.region(0).server());

        ServerName moved = server(0);
        locator.misplaced(map.region(2), new RegionMovedException(moved, 2));
        RegionMap after = locator.regions(TABLE);
        int number = after.find(bytes("x"), 0, 1);
        assertThat(after.region(number).server())
                .isNotSameAs(moved)
                .isSameAs(map.region(0).server());
    }

    private void setWithoutMiddle() {
        lookup.set(List.of(Regions.region("", "d", 1), Regions.region("d", "m", 1), Regions.region("t", "", 1)));
    }

    @Test
    void locate_noPlace_failsAndKnowsTheRegionBefore() {
        setWithoutMiddle();
        assertThatThrownBy(() -> locator.locate(TABLE, bytes("n")).join())
                .hasCauseInstanceOf(RegionUnknownException.class);
        assertThat(knows("e")).isTrue();
        assertThat(knows("a")).isFalse();
    }

    @Test
    void locate_waitsForARowWithoutPlace_failsOnlyIfBetweenItAndTheRegionBefore() {
        setWithoutMiddle();
        lookup.hold();
        CompletableFuture<Void> asked = locator.locate(TABLE, bytes("o"));
        CompletableFuture<Void> sameHole = locator.locate(TABLE, bytes("n"));
        CompletableFuture<Void> behind = locator.locate(TABLE, bytes("x"));
        CompletableFuture<Void> found = locator.locate(TABLE, bytes("e"));
        CompletableFuture<Void> before = locator.locate(TABLE, bytes("a"));
        lookup.answerHeld();

        assertThat(asked).isCompletedExceptionally();
        assertThat(sameHole).isCompletedExceptionally();
        assertThat(behind).as("to be looked up itself").isCompleted();
        assertThat(found).isCompleted();
        assertThat(before).as("to be looked up itself").isCompleted();
        assertThat(lookup.lookups()).isOne();
        assertThat(locator.locate(TABLE, bytes("x"))).isCompleted();
        assertThat(knows("x")).isTrue();
    }

    @Test
    void locate_rowsOfDifferentStretches_makeALookupEach() {
        lookup.set(table(1, "d", "m"));
        assertThat(locator.locate(TABLE, bytes("e"))).isCompleted();
        lookup.hold();
        CompletableFuture<Void> before = locator.locate(TABLE, bytes("a"));
        CompletableFuture<Void> after = locator.locate(TABLE, bytes("x"));
        assertThat(lookup.lookups()).isEqualTo(3);
        lookup.answerHeld();
        assertThat(CompletableFuture.allOf(before, after)).isCompleted();
    }

    @Test
    void locate_lookupThrowsAnError_failsAndCanBeAskedAgain() {
        lookup.set(table(1));
        lookup.throwOnce(new StackOverflowError("in the look-up"));
        assertThatThrownBy(() -> locator.locate(TABLE, bytes("a")).join()).hasCauseInstanceOf(StackOverflowError.class);
        assertThat(locator.locate(TABLE, bytes("a"))).isCompleted();
    }

    @Test
    void locate_callersOfOneLookup_continueInTheOrderInWhichTheyCame() {
        lookup.set(table(1));
        lookup.hold();
        List<Integer> continued = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int caller = i;
            CompletableFuture<Void> unused =
                    locator.locate(TABLE, bytes("row" + i)).thenRun(() -> continued.add(caller));
        }
        lookup.answerHeld();
        assertThat(lookup.lookups()).isEqualTo(1);
        assertThat(continued).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void locate_failure_goesToAllWaitersAndIsNotRemembered() {
        lookup.set(table(1));
        lookup.hold();
        IOException error = new IOException("no meta");
        CompletableFuture<Void> first = locator.locate(TABLE, bytes("a"));
        CompletableFuture<Void> second = locator.locate(TABLE, bytes("b"));
        lookup.failWith(error);
        lookup.answerHeld();
        assertThatThrownBy(first::join).hasRootCause(error);
        assertThatThrownBy(second::join).hasRootCause(error);

        lookup.failWith(null);

        assertThat(locator.locate(TABLE, bytes("a"))).isCompleted();
    }

    @Test
    void locate_lookupThrows_failsAndTheNextAsksAgain() {
        MemoryRegionLookup throwing = new MemoryRegionLookup();
        boolean[] broken = {true};
        CachingRegionLocator fragile = new CachingRegionLocator(new RegionLookup() {
            @Override
            public CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row, byte[] from) {
                if (broken[0]) {
                    throw new IllegalStateException("broken");
                }
                return throwing.lookup(table, row, from);
            }

            @Override
            public CompletableFuture<List<RegionLocation>> lookupAll(TableName table) {
                return throwing.lookupAll(table);
            }

            @Override
            public CompletableFuture<Void> checkEnabled(TableName table) {
                return throwing.checkEnabled(table);
            }
        });
        throwing.set(table(1));
        assertThatThrownBy(() -> fragile.locate(TABLE, bytes("a")).join()).hasRootCauseMessage("broken");
        broken[0] = false;
        assertThat(fragile.locate(TABLE, bytes("a"))).isCompleted();
    }

    @Test
    void locate_overlapHidesTheRow_fails() {
        lookup.set(List.of(Regions.region("", "", 1), Regions.region("", "b", 2), Regions.region("b", "", 2)));
        // "a" lies in two regions, of which the later start wins; both start at the table's begin.
        assertThat(locator.locate(TABLE, bytes("a"))).isCompleted();
        lookup.set(List.of());
        CachingRegionLocator empty = new CachingRegionLocator(new Answering(List.of(Regions.region("b", "", 2))));
        assertThatThrownBy(() -> empty.locate(TABLE, bytes("a")).join())
                .hasRootCauseInstanceOf(HBaseIOException.class)
                .hasMessageContaining("row 'a' of table 't'");
    }

    private record Answering(List<RegionLocation> answer) implements RegionLookup {
        @Override
        public CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row, byte[] from) {
            return CompletableFuture.completedFuture(answer);
        }

        @Override
        public CompletableFuture<List<RegionLocation>> lookupAll(TableName table) {
            return CompletableFuture.completedFuture(answer);
        }

        @Override
        public CompletableFuture<Void> checkEnabled(TableName table) {
            return CompletableFuture.completedFuture(null);
        }
    }

    @Test
    void locate_regionsBeforeAreKnown_asksOnlyBehindThem() {
        lookup.set(table(3, "f", "m", "s"));
        assertThat(locator.preload(TABLE)).isCompleted();
        locator.misplaced(locator.regions(TABLE).region(2), new NotServingRegionException("gone"));

        assertThat(locator.locate(TABLE, bytes("p"))).isCompleted();

        assertThat(lookup.lastFrom()).isEqualTo(bytes("m"));
    }

    @Test
    void locate_noTable_failsAsTheLookup() {
        assertThatThrownBy(() -> locator.locate(TABLE, bytes("a")).join())
                .hasRootCauseInstanceOf(TableNotFoundException.class);
    }

    @Test
    void misplaced_notServing_forgetsTheRegion() {
        lookup.set(table(2, "m"));
        assertThat(locator.preload(TABLE)).isCompletedWithValue(2);
        RegionLocation first = locator.regions(TABLE).region(0);

        locator.misplaced(first, new NotServingRegionException("gone"));

        assertThat(knows("a")).isFalse();
        assertThat(knows("x")).isTrue();
    }

    @Test
    void misplaced_regionMoved_takesThePlaceTheErrorNames() {
        lookup.set(table(2, "m"));
        assertThat(locator.preload(TABLE)).isCompleted();
        RegionLocation first = locator.regions(TABLE).region(0);

        locator.misplaced(first, new RegionMovedException(server(5), 9));

        assertThat(locator.regions(TABLE).region(0).server()).isEqualTo(server(5));
        assertThat(lookup.lookups()).isZero();
    }

    @Test
    void serverDown_dropsItsRegionsOfAllTables() {
        lookup.set(table(2, "g", "m"));
        TableName other = TableName.valueOf("other");
        assertThat(locator.preload(TABLE)).isCompletedWithValue(3);
        assertThat(locator.preload(other)).isCompletedWithValue(3);

        locator.serverDown(server(0));

        assertThat(locator.regions(TABLE).size()).isOne();
        assertThat(locator.regions(other).size()).isOne();
        assertThat(knows("h")).isTrue();
    }

    @Test
    void checkEnabled_asksTheLookup() {
        assertThat(locator.checkEnabled(TABLE)).isCompleted();
        lookup.disableWith(new IOException("off"));
        assertThatThrownBy(() -> locator.checkEnabled(TABLE).join()).hasRootCauseMessage("off");
        assertThat(lookup.tableChecks()).isEqualTo(2);
    }
}
