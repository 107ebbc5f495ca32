package io.sluice;

/** The table has no such column family. Only the mutation that names it fails. */
public class NoSuchColumnFamilyException extends DoNotRetryIOException {

    /** Creates an exception with this message. */
    public NoSuchColumnFamilyException(String message) {
        super(message);
    }
}
