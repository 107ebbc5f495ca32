package io.sluice;

import java.io.IOException;

/** The region server is stopping. */
public class RegionServerStoppedException extends IOException {

    /** Makes one with this message. */
    public RegionServerStoppedException(String message) {
        super(message);
    }
}
