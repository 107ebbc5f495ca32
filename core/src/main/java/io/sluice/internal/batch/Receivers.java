package io.sluice.internal.batch;

import io.sluice.MutationCallback;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the future or the callback of a mutation what became of it. */
final class Receivers {
    private static final Logger LOG = LoggerFactory.getLogger(Receivers.class);

    private Receivers() {}

    static void succeed(Object receiver) {
        if (receiver instanceof CompletableFuture<?> future) {
            future.complete(null);
        } else {
            call((MutationCallback) receiver, null);
        }
    }

    static void fail(Object receiver, Throwable error) {
        if (receiver instanceof CompletableFuture<?> future) {
            future.completeExceptionally(error);
        } else {
            call((MutationCallback) receiver, error);
        }
    }

    /**
     * A callback that throws must not keep others from being called, nor the budget from getting back what they held. It is
     * the program's code, so whatever it throws ends here.
     */
    private static void call(MutationCallback callback, @Nullable Throwable error) {
        try {
            callback.settled(error);
        } catch (Throwable e) {
            LOG.error("the callback of a mutation failed", e);
        }
    }
}
