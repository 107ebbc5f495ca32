package io.sluice.internal.sync;

import io.sluice.Mutation;
import io.sluice.MutationCallback;
import io.sluice.Row;
import io.sluice.internal.retry.SharedCallback;
import java.io.IOException;
import java.util.List;

/** The mutator as a scope sees it, and a synchronous mutator. */
public interface ScopeWriter {

    /** @throws IllegalArgumentException if one of them is not acceptable */
    void checkAll(List<? extends Mutation> mutations);

    /**
     * Accepts a mutation, or several of one row; waits for room.
     *
     * @param callback called once when it has settled; a {@link SharedCallback} is told before if it has failed
     * @throws IOException if it was not accepted; the callback is not called then
     * @throws IllegalArgumentException if it is not acceptable
     */
    void write(Row row, MutationCallback callback) throws IOException;

    /** Sends what is buffered. */
    void flush();

    /** Whether the calling thread is a network thread, which must not wait. */
    boolean onNetworkThread();
}
