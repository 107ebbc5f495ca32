package io.sluice;

import java.io.IOException;

/** The region takes no writes at the moment, usually because its memory store is full. */
public class RegionTooBusyException extends IOException {

    /** Makes one with this message. */
    public RegionTooBusyException(String message) {
        super(message);
    }
}
