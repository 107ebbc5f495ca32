package io.sluice;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Mutations have failed and will be sent again.
 *
 * @param region the name of the region they were sent to; the first of several, null if none was found
 * @param server where they failed; null if no server was found
 * @param mutations number of mutations that failed with this error
 * @param attempt number of the failed attempt, from 1
 * @param cause why they failed
 * @param pause until they are sent again
 */
public record RetryEvent(
        TableName table,
        @Nullable String region,
        @Nullable ServerName server,
        int mutations,
        int attempt,
        Throwable cause,
        Duration pause) {}
