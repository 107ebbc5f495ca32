package io.sluice.embedded;

/**
 * A region of a table and its server.
 *
 * @param name the whole name: table, start key, time of creation and hash
 * @param encodedName the hash alone
 * @param startKey first row; empty for the table's first region
 * @param endKey the end key, which is not part of the region; empty for the table's last region
 * @param server {@code host,port,startcode}, or empty while no server serves it
 */
@SuppressWarnings("ArrayRecordComponent") // Carries bytes, is never compared.
public record RegionDescription(byte[] name, String encodedName, byte[] startKey, byte[] endKey, String server) {}
