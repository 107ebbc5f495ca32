package io.sluice.internal.time;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A future that all callers share that wait for the same event, so that polling does not pile up futures. None of them can
 * complete or cancel it for the others; a timeout applies to a copy.
 */
public final class Notice extends CompletableFuture<Void> {
    /** Completes it. */
    public void tell() {
        boolean unused = super.complete(null);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }

    @Override
    public boolean complete(Void value) {
        return false;
    }

    @Override
    public boolean completeExceptionally(Throwable error) {
        return false;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        return false;
    }

    @Override
    public void obtrudeValue(Void value) {
        throw new UnsupportedOperationException("others wait for it, too");
    }

    @Override
    public void obtrudeException(Throwable error) {
        throw new UnsupportedOperationException("others wait for it, too");
    }

    @Override
    public CompletableFuture<Void> orTimeout(long timeout, TimeUnit unit) {
        return copy().orTimeout(timeout, unit);
    }

    @Override
    public CompletableFuture<Void> completeOnTimeout(Void value, long timeout, TimeUnit unit) {
        return copy().completeOnTimeout(value, timeout, unit);
    }
}
