package io.sluice.embedded;

/**
 * A region of a table and its server.
 *
 * @param encodedName the hash at the end of its name
 * @param startKey first row; empty for the table's first region
 * @param endKey the end key, which is not part of the region; empty for the table's last region
 * @param server {@code host,port,startcode}, or empty while no server serves it
 */
@SuppressWarnings("ArrayRecordComponent") // Carries bytes, is never compared.
public record RegionDescription(String encodedName, byte[] startKey, byte[] endKey, String server) {}
