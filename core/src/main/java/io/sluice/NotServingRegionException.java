package io.sluice;

import java.io.IOException;

/** The server does not serve the region (any more): it moved, was split, or its table is disabled or gone. */
public class NotServingRegionException extends IOException {

    /** Makes one with this message. */
    public NotServingRegionException(String message) {
        super(message);
    }
}
