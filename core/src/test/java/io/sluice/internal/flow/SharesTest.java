package io.sluice.internal.flow;

import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.CallQueueTooBigException;
import io.sluice.RegionTooBusyException;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.locate.Regions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SharesTest {
    private static final int ROUNDS = 100_000;

    private static final RegionMap MAP = Regions.map(Regions.table(2, "g", "p"));

    private final Shares shares = new Shares(1_000, 0.25);
    private final Place region = Place.of(MAP.region(0));
    private final Place server = Place.of(Regions.server(0));

    /** Another server is in use, so that none is alone. */
    private void useOther() {
        shares.add(Place.of(Regions.server(1)), 1);
    }

    private void leaveOther() {
        shares.remove(Place.of(Regions.server(1)), 1);
    }

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @Test
    void region_overItsShare_blocksItsRowsUntilItIsWellBelow() {
        useOther();
        shares.add(region, 250);
        assertThat(shares.isAnyOver()).isFalse();
        shares.add(region, 1);
        assertThat(shares.isAnyOver()).isTrue();
        assertThat(shares.blocking(Regions.TABLE, bytes("a"), MAP)).isEqualTo(region);
        assertThat(shares.blocking(Regions.TABLE, bytes("h"), MAP)).isNull();
        CompletableFuture<Void> free = shares.whenNotOver(region);
        shares.remove(region, 10);
        assertThat(free).isNotDone();
        shares.remove(region, 30);
        assertThat(free).isCompleted();
        assertThat(shares.isAnyOver()).isFalse();
        assertThat(shares.whenNotOver(region)).isCompleted();
    }

    @Test
    void answering_isAllThatIsOnItsWay_butToServersThatGiveNothingBack() {
        Place other = Place.of(Regions.server(1));
        shares.add(server, 100);
        shares.add(other, 20);
        shares.add(region, 5);
        shares.noteSilence(0, 30);
        assertThat(shares.answeringBytes()).isEqualTo(120);
        shares.remove(other, 1);
        shares.noteSilence(29, 30);
        assertThat(shares.isAnySilent()).isFalse();
        shares.noteSilence(30, 30);
        assertThat(shares.isAnySilent()).isTrue();
        assertThat(shares.answeringBytes()).isEqualTo(19);

        shares.remove(server, 40);
        shares.noteSilence(40, 30);
        assertThat(shares.isAnySilent()).isFalse();
        assertThat(shares.answeringBytes()).isEqualTo(79);
    }

    @Test
    void silence_beginsAnew_whenAServerHadNothingOnItsWay() {
        shares.add(server, 100);
        shares.noteSilence(0, 30);
        shares.remove(server, 100);
        shares.noteSilence(40, 30);
        shares.add(server, 100);
        shares.noteSilence(50, 30);
        assertThat(shares.isAnySilent()).isFalse();
    }

    @Test
    void lessen_isNoSignOfLife() {
        shares.add(server, 100);
        shares.noteSilence(0, 30);
        shares.lessen(server, 40);
        shares.noteSilence(40, 30);
        assertThat(shares.isAnySilent()).isTrue();
        assertThat(shares.heldBytes(server)).isEqualTo(60);
    }

    @Test
    void silentServer_isBoundByItsShare_alsoAlone() {
        shares.add(server, 300);
        shares.noteSilence(0, 30);
        shares.add(server, 1);
        assertThat(shares.isOver(server)).isFalse();
        shares.noteSilence(40, 30);
        shares.add(server, 1);
        assertThat(shares.isOver(server)).isTrue();
        shares.lessen(server, 100);
        assertThat(shares.isOver(server)).isFalse();
    }

    @Test
    void failed_untilServed_isParkedWithItsCause() {
        shares.add(region, 10);
        shares.add(server, 10);
        assertThat(shares.parked()).isEmpty();
        RegionTooBusyException busy = new RegionTooBusyException("busy");
        shares.failed(region, new RegionTooBusyException("first"), 100, 150);
        shares.failed(region, busy, 200, 300);
        assertThat(shares.parked())
                .containsExactly(new Shares.Parked(region, 10, false, new Shares.Trouble(100, 2, busy, 300)));
        shares.served(server);
        assertThat(shares.parked()).hasSize(1);
        shares.served(region);
        assertThat(shares.parked()).isEmpty();
        shares.remove(region, 10);
        shares.failed(region, busy, 400, 500);
        assertThat(shares.parked()).as("of what holds nothing").isEmpty();
    }

    @Test
    void overShare_isParkedWithoutACause_largestFirst() {
        useOther();
        shares.add(region, 260);
        shares.add(server, 300);
        assertThat(shares.parked())
                .containsExactly(
                        new Shares.Parked(server, 300, true, null), new Shares.Parked(region, 260, true, null));
        assertThat(shares.largest(1)).containsExactly(new Shares.Holder(server, 300));
    }

    @Test
    void server_overItsShare_blocksAllItsRegions() {
        useOther();
        shares.add(server, 300);
        assertThat(shares.blocking(Regions.TABLE, bytes("a"), MAP)).isEqualTo(server);
        assertThat(shares.blocking(Regions.TABLE, bytes("h"), MAP))
                .as("server 1")
                .isNull();
        assertThat(shares.blocking(Regions.TABLE, bytes("z"), MAP)).isEqualTo(server);
        shares.remove(server, 300);
        leaveOther();
        assertThat(shares.largest(1)).isEmpty();
    }

    @Test
    void notLocated_overItsShare_blocksUnknownRowsOfItsTable() {
        Place unknown = new Place.NotLocated(Regions.TABLE);
        shares.add(unknown, 300);
        assertThat(shares.blocking(Regions.TABLE, bytes("a"), RegionMap.EMPTY)).isEqualTo(unknown);
        assertThat(shares.blocking(Regions.TABLE, bytes("a"), MAP)).isNull();
    }

    @Test
    void waiters_ofAPlace_shareOneFuture_whichNoneCanEndForTheOthers() {
        useOther();
        shares.add(region, 300);
        CompletableFuture<Void> first = shares.whenNotOver(region);
        for (int i = 0; i < 1_000; i++) {
            assertThat(shares.whenNotOver(region)).isSameAs(first);
        }
        assertThat(first.cancel(true)).isFalse();
        assertThat(first.complete(null)).isFalse();
        assertThat(first.completeExceptionally(new IllegalStateException("mine")))
                .isFalse();
        assertThat(first.copy().cancel(true)).isTrue();
        assertThat(first.completeOnTimeout(null, 1, TimeUnit.HOURS)).isNotSameAs(first);
        assertThatThrownBy(() -> first.obtrudeValue(null)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(first).isNotDone();
        shares.remove(region, 300);
        assertThat(first).isCompleted();
        shares.add(region, 300);
        assertThat(shares.whenNotOver(region)).isNotSameAs(first).isNotDone();
    }

    @Test
    void alone_anotherComesIntoUseAndLeavesAgain_sharesBindOnlyMeanwhile() {
        shares.add(server, 700);
        for (int i = 0; i < 3; i++) {
            useOther();
            assertThat(shares.isOver(server)).isTrue();
            leaveOther();
            shares.add(server, 1);
            shares.remove(server, 1);
            assertThat(shares.isOver(server)).isFalse();
        }
    }

    @Test
    void alone_mayHoldAllButOneShare() {
        shares.add(server, 750);
        assertThat(shares.isAnyOver()).isFalse();
        shares.add(server, 1);
        assertThat(shares.isOver(server)).isTrue();
        CompletableFuture<Void> free = shares.whenNotOver(server);
        shares.remove(server, 31);
        assertThat(free).as("no eighth of a share below").isNotDone();
        shares.remove(server, 1);
        assertThat(free).isCompleted();
        shares.remove(server, 719);
        assertThat(shares.largest(1)).isEmpty();
    }

    @Test
    void alone_whenAnotherComesIntoUse_isBoundByItsShareAtOnce() {
        shares.add(server, 700);
        assertThat(shares.isAnyOver()).isFalse();
        useOther();
        assertThat(shares.isOver(server)).isTrue();
        // The other ends, so it is alone again, and hears of it when some of its own has been answered.
        leaveOther();
        CompletableFuture<Void> free = shares.whenNotOver(server);
        shares.remove(server, 1);
        assertThat(free).isCompleted();
        assertThat(shares.isOver(server)).isFalse();
    }

    @Test
    void aloneAgain_withoutAnAnswer_isLetInAtTheNextLook() {
        shares.add(server, 700);
        useOther();
        leaveOther();
        CompletableFuture<Void> free = shares.whenNotOver(server);
        assertThat(free).isNotDone();
        shares.noteSilence(0, 1);
        assertThat(free).isCompleted();
        assertThat(shares.isOver(server)).isFalse();
    }

    @Test
    void alone_whenItFails_isBoundByItsShareAtOnce() {
        shares.add(server, 700);
        assertThat(shares.isAnyOver()).isFalse();
        shares.failed(server, new CallQueueTooBigException("full"), 0, 0);
        assertThat(shares.isOver(server)).isTrue();
        shares.remove(server, 482);
        assertThat(shares.isOver(server)).isFalse();
    }

    @Test
    void regionAndNotLocated_areNeverAlone() {
        Place unknown = new Place.NotLocated(Regions.TABLE);
        shares.add(region, 251);
        shares.add(unknown, 251);
        assertThat(shares.isOver(region)).isTrue();
        assertThat(shares.isOver(unknown)).isTrue();
    }

    @Test
    void regionThatMoves_isTheSamePlace() {
        Place moved = Place.of(MAP.region(0).movedTo(Regions.server(7), 99));
        assertThat(moved).isEqualTo(region).hasSameHashCodeAs(region);
    }

    @Test
    void describe_namesPlaceBytesShareSettingAndReason() {
        useOther();
        shares.add(region, 300);
        shares.failed(region, new RegionTooBusyException("over memstore limit"), 0, 1);
        assertThat(shares.describe(region)).contains("region t,,g.", "rs0", "RegionTooBusyException", "0.25");
        assertThat(shares.largest()).contains("region t,,g.");
    }

    @Test
    void shareOfAll_isNone() {
        Shares none = new Shares(1_000, 1);
        none.add(region, 5_000);
        assertThat(none.isAnyOver()).isFalse();
    }

    @Test
    void fraction_outOfRange_refused() {
        for (double bad : new double[] {0, -1, 1.01, Double.NaN}) {
            assertThatThrownBy(() -> new Shares(1_000, bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("regionShare");
        }
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void manyThreads_inTheEndNothingIsOverAndNobodyWaits(long seed) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        List<CompletableFuture<Void>> waiters = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            SplittableRandom random = new SplittableRandom(seed * 31 + t);
            threads.add(new Thread(() -> {
                for (int i = 0; i < 3_000; i++) {
                    Place place = random.nextBoolean() ? region : server;
                    int bytes = 1 + random.nextInt(200);
                    shares.add(place, bytes);
                    if (random.nextInt(10) == 0) {
                        CompletableFuture<Void> waiter = shares.whenNotOver(place);
                        synchronized (waiters) {
                            waiters.add(waiter);
                        }
                    }
                    shares.remove(place, bytes);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(shares.isAnyOver()).isFalse();
        assertThat(shares.largest(1)).isEmpty();
        assertThat(waiters).isNotEmpty().allSatisfy(waiter -> assertThat(waiter).isCompleted());
    }

    /** Bytes go down after a thread has read them and before it has listed their place: no other thread looks again. */
    @Test
    void bytesThatGoDownDuringTheListing_leaveNothingListed() throws InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        Thread remover = new Thread(() -> {
            for (int round = 1; round <= ROUNDS; round++) {
                while (begun.get() < round) {
                    Thread.onSpinWait();
                }
                shares.remove(region, 200);
                ended.set(round);
            }
        });
        remover.setDaemon(true);
        remover.start();
        for (int round = 1; round <= ROUNDS; round++) {
            shares.add(region, 200);
            begun.set(round);
            for (int i = round % 64; i > 0; i--) {
                Thread.onSpinWait();
            }
            shares.add(region, 60);
            CompletableFuture<Void> waiter = shares.whenNotOver(region);
            while (ended.get() < round) {
                Thread.onSpinWait();
            }
            assertThat(shares.isAnyOver()).isFalse();
            assertThat(waiter).isCompleted();
            shares.remove(region, 60);
        }
        remover.join();
    }
}
