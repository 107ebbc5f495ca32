package io.sluice.internal.buffer;

import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.Row;
import io.sluice.TableName;
import io.sluice.internal.flow.Place;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.sync.Interruptions;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Notice;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps mutations out that go to a region or server which holds more than its share of the budget, as the backpressure mode
 * says. Others pass.
 */
final class ShareGate {
    private final WriteEngine engine;
    private final Shares shares;
    private final TryAdmission trying;
    private final TableName table;
    private final Backpressure mode;
    private final RoomWaits waits;
    /** What kept the last mutation out that did not want to wait. A race over it costs one look more. */
    private volatile @Nullable Place refused;
    /** What {@link #ready} has returned last. A race over it costs one future more. */
    private volatile @Nullable Waited waited;

    /** A place over its share, and what tells that it is ready. */
    private record Waited(Place place, Notice ready) {}

    ShareGate(WriteEngine engine, TableName table, Backpressure mode, RoomWaits waits, TryAdmission trying) {
        this.engine = engine;
        this.shares = engine.shares();
        this.trying = trying;
        this.table = table;
        this.mode = mode;
        this.waits = waits;
    }

    /**
     * Lets a mutation pass.
     *
     * @throws BufferFullException if its place is over its share, or did not get below it in time
     * @throws InterruptedIOException if the thread was interrupted while it waited; its flag is set again
     */
    void pass(Row row) throws IOException {
        Place place = blocking(row);
        if (place == null) {
            return;
        }
        if (!(mode instanceof Backpressure.Block block)) {
            throw full(place, "");
        }
        if (engine.parts().onNetworkThread().getAsBoolean()) {
            throw full(place, " (a network thread must not wait for it)");
        }
        try (RoomWaits.Wait wait = waits.begin(RoomWaits.Kind.SHARE, 0)) {
            await(row, place, Clock.nanosOf(block.max()), System.nanoTime());
            wait.admitted();
        }
    }

    /** Whether a mutation may pass now. */
    boolean tryPass(Row row) {
        Place place = blocking(row);
        refused = place;
        return place == null;
    }

    private @Nullable Place blocking(Row row) {
        if (mode instanceof Backpressure.Unbounded) {
            return null;
        }
        Place place =
                shares.blocking(table, row.getRow(), engine.parts().locator().regions(table));
        if (place != null) {
            engine.watchClaims();
        }
        return place;
    }

    private void await(Row row, Place first, long maxNanos, long startNanos) throws IOException {
        // Somebody else's mutations may fill the share again before this thread runs; or the region has moved.
        for (Place place = first; place != null; place = blocking(row)) {
            CompletableFuture<Void> free = shares.whenNotOver(place);
            try {
                free.get(maxNanos - (System.nanoTime() - startNanos), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                throw full(place, " in " + TimeUnit.NANOSECONDS.toMillis(maxNanos) + " ms");
            } catch (InterruptedException e) {
                throw Interruptions.asIoException("interrupted while waiting for room", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("nobody fails it", e);
            }
        }
    }

    /** Completes when nothing keeps a mutation out any more; for callers that must not wait. */
    CompletableFuture<Void> whenPassable(Row row) {
        Place place = blocking(row);
        return place == null
                ? CompletableFuture.completedFuture(null)
                : shares.whenNotOver(place).thenCompose(free -> whenPassable(row));
    }

    /**
     * Completes when what kept the last mutation out does so no more, and there is room in the budget. As long as a place is
     * over its share, all callers get the same future.
     */
    CompletableFuture<Void> ready() {
        Place place = refused;
        if (place == null || !shares.isOver(place)) {
            return trying.ready();
        }
        Waited known = waited;
        if (known == null || !known.place().equals(place) || known.ready().isDone()) {
            known = new Waited(place, new Notice());
            waited = known;
            Notice ready = known.ready();
            CompletableFuture<Void> unused = shares.whenNotOver(place)
                    .thenCompose(free -> trying.ready())
                    .thenRun(ready::tell);
        }
        return known.ready();
    }

    private BufferFullException full(Place place, String how) {
        return new BufferFullException("No room" + how + ": in use are " + shares.describe(place)
                + ". The limit is regionShare of the connection (sluice.client.region.share), the waiting time"
                + " setBackpressure of the mutator; ready() completes when there is room");
    }
}
