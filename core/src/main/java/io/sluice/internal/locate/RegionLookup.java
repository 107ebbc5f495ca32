package io.sluice.internal.locate;

import io.sluice.TableName;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks the cluster where regions are, past every cache. Answers arrive on threads of the implementation. */
public interface RegionLookup {

    /**
     * Finds the region of a row.
     *
     * @return the region that holds the row and, as a gift of the same request, some neighbours, in no promised order.
     *     Fails with {@link io.sluice.TableNotFoundException} when the table has no region at all, with
     *     {@link RegionUnknownException} when the region has no place at the moment, soon and with what is known of those
     *     before it, and with another {@link java.io.IOException} when the cluster cannot be asked
     */
    CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row);

    /** Finds all regions of a table that have a server at the moment. Fails as {@link #lookup} does. */
    CompletableFuture<List<RegionLocation>> lookupAll(TableName table);

    /**
     * Whether the table's state lets it be written. A disabled or dropped table's regions answer "not serving", so this
     * is asked after some of those.
     *
     * @return normal completion when it is enabled; fails with {@link io.sluice.TableNotEnabledException} or
     *     {@link io.sluice.TableNotFoundException} otherwise
     */
    CompletableFuture<Void> checkEnabled(TableName table);

    /** What the latest attempt failed with, if questions are tried again inside; null if it did not fail. A moment's view. */
    default @Nullable Throwable trouble() {
        return null;
    }
}
