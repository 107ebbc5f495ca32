package io.sluice;

/** The region server has aborted. */
public class RegionServerAbortedException extends RegionServerStoppedException {

    /** Creates an exception with this message. */
    public RegionServerAbortedException(String message) {
        super(message);
    }
}
