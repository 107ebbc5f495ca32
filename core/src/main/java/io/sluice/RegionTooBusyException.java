package io.sluice;

import java.io.IOException;

/** The region accepts no writes at the moment, usually because its memory store is full. */
public class RegionTooBusyException extends IOException {

    /** Creates an exception with this message. */
    public RegionTooBusyException(String message) {
        super(message);
    }
}
