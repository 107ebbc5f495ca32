package io.sluice;

import org.jspecify.annotations.Nullable;

/**
 * A region was not where it was thought to be, so that it is looked up anew.
 *
 * @param region the name of the region
 * @param from the server that was asked and did not have it
 * @param to the server that it moved to, if the other one said so, else null
 * @param cause what the server answered
 */
public record RegionMovedEvent(
        TableName table,
        String region,
        ServerName from,
        @Nullable ServerName to,
        Throwable cause) {}
