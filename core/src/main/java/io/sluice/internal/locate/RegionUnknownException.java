package io.sluice.internal.locate;

import io.sluice.HBaseIOException;
import java.util.List;

/**
 * The cluster was asked for the region of a row and does not tell where it is. No region that lies behind {@link #found()}
 * and not behind the row has a place at the moment; of those behind the row it says nothing.
 */
public final class RegionUnknownException extends HBaseIOException {
    private static final long serialVersionUID = 1L;

    private final transient List<RegionLocation> found;

    /** @param found the regions that were read: those before the row that have a place, from the nearest on */
    public RegionUnknownException(String message, List<RegionLocation> found) {
        super(message);
        this.found = List.copyOf(found);
    }

    /** Regions before the row; empty if none before it has a place. */
    public List<RegionLocation> found() {
        return found;
    }
}
