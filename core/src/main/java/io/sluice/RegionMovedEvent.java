package io.sluice;

import org.jspecify.annotations.Nullable;

/**
 * A region was not on the expected server, so it is looked up again.
 *
 * @param region the name of the region
 * @param from the server that was asked and did not have it
 * @param to the server it moved to if the old one named it, else null
 * @param cause what the server answered
 */
public record RegionMovedEvent(
        TableName table,
        String region,
        ServerName from,
        @Nullable ServerName to,
        Throwable cause) {}
