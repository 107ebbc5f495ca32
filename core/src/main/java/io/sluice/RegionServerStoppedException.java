package io.sluice;

import java.io.IOException;

/** The region server is stopping. */
public class RegionServerStoppedException extends IOException {

    /** Creates an exception with this message. */
    public RegionServerStoppedException(String message) {
        super(message);
    }
}
