package io.sluice.client.internal;

/**
 * What a region has done since it was opened where it is.
 *
 * @param regionName its whole name: table, start key, id; not to be changed
 * @param readRequests rows read
 * @param writeRequests mutations written
 * @param sizeBytes its files and what is in memory, to a mebibyte
 */
public record RegionCounts(byte[] regionName, long readRequests, long writeRequests, long sizeBytes) {}
