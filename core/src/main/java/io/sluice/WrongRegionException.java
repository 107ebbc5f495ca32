package io.sluice;

import java.io.IOException;

/** The row is not in the region that the request named. */
public class WrongRegionException extends IOException {

    /** Creates an exception with this message. */
    public WrongRegionException(String message) {
        super(message);
    }
}
