package io.sluice;

import java.io.IOException;

/** The row does not lie in the region the request named. */
public class WrongRegionException extends IOException {

    /** Makes one with this message. */
    public WrongRegionException(String message) {
        super(message);
    }
}
