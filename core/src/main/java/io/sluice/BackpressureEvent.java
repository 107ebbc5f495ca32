package io.sluice;

import java.time.Duration;

/**
 * A thread began to wait for room, or has ended it.
 *
 * @param entered true at the beginning, false at the end
 * @param waited how long it has waited; zero at the beginning
 * @param usedBytes what all mutators of the connection hold
 * @param limitBytes what they may hold
 */
public record BackpressureEvent(TableName table, boolean entered, Duration waited, long usedBytes, long limitBytes) {}
