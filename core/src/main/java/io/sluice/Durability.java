package io.sluice;

/** How far a mutation must have come in the write-ahead log before it is acknowledged. In HBase's order and numbers. */
public enum Durability {
    /** As the table says; {@link #SYNC_WAL} if it says nothing. */
    USE_DEFAULT,
    /** Not written to the log: lost if the server dies before it wrote a store file. */
    SKIP_WAL,
    /** Written to the log a little later: the last moments are lost if the server dies. */
    ASYNC_WAL,
    /** Handed to the file system of the log, which has it on several machines. */
    SYNC_WAL,
    /** Forced to the disks of the log. */
    FSYNC_WAL
}
