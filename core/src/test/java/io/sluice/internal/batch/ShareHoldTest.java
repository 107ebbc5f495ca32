package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.CallTimeoutException;
import io.sluice.RegionTooBusyException;
import io.sluice.internal.batch.ScriptedSender.Sent;
import io.sluice.internal.flow.Place;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.locate.Regions;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a request of six mutations counts as on its way: a, b, c to the region before m, and three to the one after. */
@SuppressWarnings("NullAway.Init") // BeforeEach sets the fields.
class ShareHoldTest {
    private static final RegionMap MAP = Regions.map(Regions.table(1, "m"));

    private final DispatcherFixture fixture = new DispatcherFixture();
    private final Shares shares = new Shares(Long.MAX_VALUE, 1);
    private final Place before = Place.of(MAP.region(0));
    private final Place after = Place.of(MAP.region(1));
    private final Place server = Place.of(Regions.server(0));
    private ServerBatch request;
    private Batch batch;

    @BeforeEach
    void send() {
        fixture.lookup.set(Regions.table(1, "m"));
        assertThat(fixture.locator.preload(Regions.TABLE)).isCompleted();
        fixture.sender.hold();
        batch = fixture.dispatch("c", "z", "a", "x", "b", "n").batch();
        fixture.time.run();
        assertThat(fixture.sender.sent()).hasSize(1);
        request = fixture.sender.sent().get(0).request();
    }

    @AfterEach
    void answer() {
        for (Sent sent : fixture.sender.sent()) {
            sent.answer().complete(ServerBatchResult.acknowledged());
        }
        fixture.time.run();
        fixture.assertAllGivenBack();
        assertThat(shares.largest(1)).as("places that hold anything").isEmpty();
    }

    /** What entries count: what they need, and their part of what the batch holds beside that. */
    private long held(int... entries) {
        return needed(entries) * batch.weight() / Batch.ONCE;
    }

    private long needed(int... entries) {
        long bytes = 0;
        for (int entry : entries) {
            bytes += batch.heldBytes(entry);
        }
        return bytes;
    }

    @Test
    void request_countsForTheServerAlone() {
        ShareHold held = ShareHold.first(shares, request);
        assertThat(shares.heldBytes(before)).isZero();
        assertThat(shares.heldBytes(server)).isEqualTo(held(0, 1, 2, 3, 4, 5));
        assertThat(shares.heldBytes(server)).isCloseTo(batch.occupiedBytes(), Percentage.withPercentage(1));
        held.release();
    }

    @Test
    void compactedBatch_countsWhatItsEntriesNeed() {
        ShareHold held = ShareHold.first(shares, request);
        assertThat(shares.heldBytes(server)).isGreaterThan(needed(0, 1, 2, 3, 4, 5));
        held.compacted();
        assertThat(shares.heldBytes(server)).isEqualTo(needed(0, 1, 2, 3, 4, 5));
        held.compacted();
        assertThat(shares.heldBytes(server)).isEqualTo(needed(0, 1, 2, 3, 4, 5));
        held.release();
        assertThat(shares.heldBytes(server)).isZero();
        held.compacted();
        assertThat(shares.heldBytes(server)).isZero();
    }

    @Test
    void requestOfWhatWasRefused_countsEachRegionsEntries_andAllForTheServer() {
        ShareHold held = ShareHold.again(shares, request);
        assertThat(shares.heldBytes(before)).isEqualTo(held(0, 2, 4));
        assertThat(shares.heldBytes(after)).isEqualTo(held(1, 3, 5));
        assertThat(shares.heldBytes(server)).isEqualTo(held(0, 1, 2, 3, 4, 5));
        held.release();
        held.release();
    }

    @Test
    void entriesOutOfOrder_areFoundWithTheirRegions() {
        ShareHold held = ShareHold.of(shares, request, new int[] {5, 0, 4}, new CallTimeoutException("late"));
        assertThat(shares.heldBytes(before)).isEqualTo(held(0, 4));
        assertThat(shares.heldBytes(after)).isEqualTo(held(5));
        assertThat(shares.heldBytes(server)).isEqualTo(held(0, 4, 5));
        ShareHold copy = held.copy();
        held.release();
        assertThat(shares.heldBytes(after)).isEqualTo(held(5));
        copy.release();
    }

    @Test
    void entriesThatARegionRefuses_doNotCountForTheServer() {
        ShareHold held = ShareHold.of(shares, request, new int[] {4, 2}, new RegionTooBusyException("busy"));
        assertThat(shares.heldBytes(before)).isEqualTo(held(2, 4));
        assertThat(shares.heldBytes(after)).isZero();
        assertThat(shares.heldBytes(server)).isZero();
        held.release();
    }
}
