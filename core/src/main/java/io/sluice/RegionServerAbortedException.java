package io.sluice;

/** The region server has aborted. */
public class RegionServerAbortedException extends RegionServerStoppedException {

    /** Makes one with this message. */
    public RegionServerAbortedException(String message) {
        super(message);
    }
}
