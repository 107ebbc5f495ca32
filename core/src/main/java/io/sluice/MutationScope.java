package io.sluice;

import java.io.IOException;
import java.util.List;

/**
 * Writes that belong together: what was written through a scope has settled when the scope is closed, and what failed is
 * thrown there, once and with the rows.
 *
 * <pre>{@code
 * try (MutationScope scope = mutator.openScope()) {
 *     for (Order order : orders) {
 *         scope.mutate(toPut(order));
 *     }
 * } // here all are stored, or an exception says which are not
 * }</pre>
 *
 * <p>Waiting parks the thread and holds no lock that other threads need, so that virtual threads may use it in any number,
 * each with a scope of its own or several with one. A scope does not hold up others: all share the mutator's buffer and
 * requests. A mutation is kept until it has settled, to be named by what is thrown; what is sent is what it contained when
 * it was given. Safe for use by many threads.
 */
public interface MutationScope extends AutoCloseable {

    /**
     * Adds a mutation. Waits for room while the connection's memory budget is used up.
     *
     * @param mutation as {@link AsyncBufferedMutator#mutate(Mutation)} takes it
     * @throws BufferFullException if there was no room in time; the mutation was not accepted
     * @throws MutatorClosedException if the mutator is closed; it was not accepted
     * @throws java.io.InterruptedIOException if the thread was interrupted while it waited; it was not accepted
     * @throws IllegalArgumentException if the mutation is empty or too large; it was not accepted
     * @throws IllegalStateException if the scope is closed
     */
    void mutate(Mutation mutation) throws IOException;

    /**
     * Adds mutations in their order; see {@link #mutate(Mutation)}.
     *
     * @throws IOException as there, of the first that was not accepted; those before it were, and those after it were not
     * @throws IllegalArgumentException if one of them is empty or too large; none was accepted then
     */
    void mutate(List<? extends Mutation> mutations) throws IOException;

    /**
     * Adds mutations of one row that are applied together or not at all; see {@link #mutate(Mutation)}.
     */
    void mutate(RowMutations mutations) throws IOException;

    /**
     * Sends what is buffered and waits until everything that was written through this scope has settled, what other
     * threads write through it meanwhile included.
     *
     * @return how many were acknowledged since the last call
     * @throws RetriesExhaustedWithDetailsException if some have failed since the last call
     * @throws java.io.InterruptedIOException if the thread was interrupted; everything accepted goes on
     * @throws IOException if the caller is a network thread of ours, which would wait for itself
     */
    long join() throws IOException;

    /** Refuses further mutations, and does what {@link #join()} does. Later calls only wait again. */
    @Override
    void close() throws IOException;
}
