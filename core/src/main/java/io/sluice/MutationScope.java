package io.sluice;

import java.io.IOException;
import java.util.List;

/**
 * Groups writes that belong together: all mutations written through a scope have settled when {@link #close} returns,
 * which throws the failures, once and with their rows.
 *
 * <pre>{@code
 * try (MutationScope scope = mutator.openScope()) {
 *     for (Order order : orders) {
 *         scope.mutate(toPut(order));
 *     }
 * } // all are stored now, or an exception says which are not
 * }</pre>
 *
 * <p>Waiting parks the thread and holds no lock that other threads need, so any number of virtual threads may use
 * scopes, each its own or several the same one. A scope does not hold up others: all share the mutator's buffer and
 * requests. A mutation is not referenced once {@code mutate} has returned; an exception names an equal one. Thread-safe.
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
     * @throws IOException as there, for the first mutation that was not accepted; those before it were accepted, those
     *     after it were not
     * @throws IllegalArgumentException if one of them is empty or too large; none was accepted then
     */
    void mutate(List<? extends Mutation> mutations) throws IOException;

    /**
     * Adds mutations of one row that are applied together or not at all; see {@link #mutate(Mutation)}.
     */
    void mutate(RowMutations mutations) throws IOException;

    /**
     * Sends the buffer and waits until everything written through this scope has settled, including what other threads
     * write meanwhile.
     *
     * @return how many were acknowledged since the last call
     * @throws RetriesExhaustedWithDetailsException if some have failed since the last call
     * @throws java.io.InterruptedIOException if the thread was interrupted; accepted mutations are still sent
     * @throws IOException if the caller is one of Sluice's network threads, which would wait for itself; or if a mutation
     *     has failed that cannot be named, because another thread changed it meanwhile or there was no memory
     */
    long join() throws IOException;

    /** Refuses further mutations, then does the same as {@link #join()}. Later calls only wait again. */
    @Override
    void close() throws IOException;
}
