package io.sluice.internal.buffer;

import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.Row;
import io.sluice.internal.roworder.RowClock;
import io.sluice.internal.roworder.RowHash;
import io.sluice.internal.sync.Interruptions;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Holds up mutations of a row whose timestamps have run too far ahead of the clock: more than 1,000 a second for longer than
 * a second.
 */
final class StampGate {
    private final RowClock clock;
    private final WriteEngine engine;
    private final Timer timer;
    private final Backpressure mode;
    private final RoomWaits waits;

    StampGate(WriteEngine engine, RowClock clock, Backpressure mode, RoomWaits waits) {
        this.engine = engine;
        this.clock = clock;
        this.mode = mode;
        this.waits = waits;
        timer = engine.parts().timer();
    }

    /**
     * Lets a mutation pass, by waiting if need be and the mode says so.
     *
     * @throws BufferFullException if it must not wait, or not so long
     * @throws InterruptedIOException if the thread was interrupted while it waited; its flag is set again
     */
    void pass(Row row) throws IOException {
        long excess = excessMillis(row);
        if (excess <= 0) {
            return;
        }
        boolean mayWait =
                mode instanceof Backpressure.Block block && block.max().toMillis() >= excess;
        if (!mayWait || engine.parts().onNetworkThread().getAsBoolean()) {
            throw new BufferFullException("row " + MutationCheck.excerpt(row.getRow())
                    + " gets more than 1000 mutations a second, so"
                    + " that its timestamps are too far ahead of the clock: it may be written again in " + excess
                    + " ms (setClientTimestamps, setBackpressure)");
        }
        try (RoomWaits.Wait wait = waits.begin(RoomWaits.Kind.CLOCK, 0)) {
            later(excess).get();
            wait.admitted();
        } catch (InterruptedException e) {
            throw Interruptions.asIoException("interrupted while waiting for the clock", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody fails it", e);
        }
    }

    boolean tryPass(Row row) {
        return excessMillis(row) <= 0;
    }

    private CompletableFuture<Void> later(long millis) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        Timer.Cancellable unused = timer.schedule(() -> future.complete(null), TimeUnit.MILLISECONDS.toNanos(millis));
        return future;
    }

    private long excessMillis(Row row) {
        if (mode instanceof Backpressure.Unbounded) {
            return 0;
        }
        byte[] name = row.getRow();
        return clock.excessMillis(RowHash.of(name, 0, name.length));
    }
}
