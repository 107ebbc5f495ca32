package io.sluice;

/** The server is just opening the region. */
public class RegionOpeningException extends NotServingRegionException {

    /** Creates an exception with this message. */
    public RegionOpeningException(String message) {
        super(message);
    }
}
