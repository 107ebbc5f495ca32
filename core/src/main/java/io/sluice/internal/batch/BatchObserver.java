package io.sluice.internal.batch;

import io.sluice.MutatorListener;
import java.util.function.Consumer;

/** Notified of the fate of mutations, on the threads that complete them. */
public interface BatchObserver {

    /** A batch has left its buffer. */
    default void sent(Batch batch) {}

    /**
     * Entries of a batch have settled; called after their futures are complete.
     *
     * @param acknowledged how many were acknowledged
     * @param failed how many failed
     */
    void settled(int acknowledged, int failed);

    /** Whether there is a listener for {@link #tell}; if not, events need not be made. */
    default boolean hasListeners() {
        return false;
    }

    /**
     * Hands an event to the listeners, which receive it later on threads of their own.
     *
     * @param event made before this call: the batch may be gone when listeners receive it
     */
    default void tell(Consumer<MutatorListener> event) {}

    /** Entries will be sent again, since they have failed with this error. */
    void retried(int count, Throwable error);

    /** An entry has failed for good with this error; {@link #settled} counts it, too. */
    default void failed(Throwable error) {}
}
