package io.sluice.embedded;

/**
 * A region of a table and where it is served.
 *
 * @param encodedName the hash at the end of its name
 * @param startKey first row; empty for the table's first region
 * @param endKey the row after its last one; empty for the table's last region
 * @param server {@code host,port,startcode}, or empty while it is served nowhere
 */
@SuppressWarnings("ArrayRecordComponent") // Carries bytes, is never compared.
public record RegionDescription(String encodedName, byte[] startKey, byte[] endKey, String server) {}
