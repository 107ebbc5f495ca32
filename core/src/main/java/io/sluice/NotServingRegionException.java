package io.sluice;

import java.io.IOException;

/**
 * The server does not serve the region (any more): the region was moved or split, or its table was disabled or dropped.
 */
public class NotServingRegionException extends IOException {

    /** Creates an exception with this message. */
    public NotServingRegionException(String message) {
        super(message);
    }
}
