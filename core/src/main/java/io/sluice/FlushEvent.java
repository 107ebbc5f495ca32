package io.sluice;

/**
 * A buffer was sent.
 *
 * @param mutations how many it held
 * @param bytes bytes of their cells and attributes
 */
public record FlushEvent(TableName table, FlushReason reason, int mutations, long bytes) {}
