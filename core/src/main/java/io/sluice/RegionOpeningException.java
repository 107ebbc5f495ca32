package io.sluice;

/** The server is just opening the region. */
public class RegionOpeningException extends NotServingRegionException {

    /** Makes one with this message. */
    public RegionOpeningException(String message) {
        super(message);
    }
}
