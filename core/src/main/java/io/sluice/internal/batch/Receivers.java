package io.sluice.internal.batch;

import io.sluice.MutationCallback;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the future or the callback of a mutation what became of it. */
public final class Receivers {
    private static final Logger LOG = LoggerFactory.getLogger(Receivers.class);

    private Receivers() {}

    /** Does not throw. */
    static void succeed(Object receiver) {
        tell(receiver, null);
    }

    /** Does not throw, whatever a callback does. */
    public static void fail(Object receiver, Throwable error) {
        tell(receiver, error);
    }

    /**
     * A callback that throws must not keep others from being called, nor the memory from being given back. It is the
     * program's code, as are the functions that depend on a future, so whatever is thrown ends here.
     */
    private static void tell(Object receiver, @Nullable Throwable error) {
        try {
            // Asked first: "is it a MutationCallback" takes a search through the interfaces of a future.
            if (!(receiver instanceof CompletableFuture<?> future)) {
                ((MutationCallback) receiver).settled(error);
            } else if (error == null) {
                future.complete(null);
            } else {
                future.completeExceptionally(error);
            }
        } catch (Throwable e) {
            LOG.error("the callback of a mutation failed", e);
        }
    }
}
