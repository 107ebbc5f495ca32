package io.sluice;

/** HBase's constants that a writer needs. */
public final class HConstants {

    /** The timestamp that the server replaces with its own clock's time: {@link Long#MAX_VALUE}. */
    public static final long LATEST_TIMESTAMP = Long.MAX_VALUE;

    /** The priority of a mutation that has none: the server decides by itself. */
    public static final int PRIORITY_UNSET = -1;

    /** No bytes. */
    public static final byte[] EMPTY_BYTE_ARRAY = new byte[0];

    /** Start key of the first region of a table. */
    public static final byte[] EMPTY_START_ROW = EMPTY_BYTE_ARRAY;

    /** End key of the last region of a table. */
    public static final byte[] EMPTY_END_ROW = EMPTY_BYTE_ARRAY;

    /** Longest row key in bytes. */
    public static final int MAX_ROW_LENGTH = Short.MAX_VALUE;

    private HConstants() {}
}
