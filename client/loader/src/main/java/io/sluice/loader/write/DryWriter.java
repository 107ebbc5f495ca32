package io.sluice.loader.write;

import io.sluice.Put;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Writes nothing. */
public final class DryWriter implements RowWriter {
    @Override
    public CompletableFuture<Void> write(Put put) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void flush() {
        // Nothing is in flight.
    }

    @Override
    public void close(Duration deadline) {
        // Nothing is open.
    }

    @Override
    public boolean isDry() {
        return true;
    }

    @Override
    public long retries() {
        return 0;
    }
}
