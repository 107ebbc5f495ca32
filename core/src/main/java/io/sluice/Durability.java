package io.sluice;

/**
 * What must have happened to a mutation in the write-ahead log before it is acknowledged. In HBase's order and numbers.
 */
public enum Durability {
    /** The table's setting; {@link #SYNC_WAL} if it has none. */
    USE_DEFAULT,
    /** Not written to the log: lost if the server dies before it writes a store file. */
    SKIP_WAL,
    /** Written to the log a little later: the most recent writes are lost if the server dies. */
    ASYNC_WAL,
    /** Passed to the file system of the log, which stores it on several machines. */
    SYNC_WAL,
    /** Forced to the disks of the log. */
    FSYNC_WAL
}
