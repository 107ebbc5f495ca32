package io.sluice.internal.locate;

import io.sluice.HBaseIOException;
import java.util.List;

/**
 * The cluster was asked for the region of a row and does not know its location. No region behind {@link #found()} up to the
 * row has a location at the moment; nothing is said about those behind the row.
 */
public final class RegionUnknownException extends HBaseIOException {
    private static final long serialVersionUID = 1L;

    private final transient List<RegionLocation> found;

    /** @param found the regions that were read: those before the row that have a location, starting with the nearest */
    public RegionUnknownException(String message, List<RegionLocation> found) {
        super(message);
        this.found = List.copyOf(found);
    }

    /** Regions before the row; empty if none before it has a location. */
    public List<RegionLocation> found() {
        return found;
    }
}
