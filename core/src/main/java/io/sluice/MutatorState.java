package io.sluice;

/**
 * What a mutator has done since it was built and what it holds. The numbers are read one after the other while work
 * goes on, so they need not add up exactly.
 *
 * @param acknowledged mutations the servers acknowledged
 * @param failed mutations that failed for good
 * @param retried number of times a mutation was sent again
 * @param pending mutations accepted and not settled yet
 * @param bufferedBytes bytes of cells and attributes in the buffer that is being filled
 * @param budgetUsedBytes bytes that all mutators of the connection hold
 * @param budgetLimitBytes bytes they may hold
 * @param listenerFailures number of exceptions thrown by listeners
 * @param eventsDropped events that listeners missed because they were too slow
 */
public record MutatorState(
        long acknowledged,
        long failed,
        long retried,
        long pending,
        long bufferedBytes,
        long budgetUsedBytes,
        long budgetLimitBytes,
        long listenerFailures,
        long eventsDropped) {}
