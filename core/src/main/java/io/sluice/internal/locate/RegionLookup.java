package io.sluice.internal.locate;

import io.sluice.TableName;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks the cluster where regions are, bypassing every cache. Answers arrive on threads of the implementation. */
public interface RegionLookup {

    /**
     * Finds the region of a row.
     *
     * @param from regions that begin before this key are believed to be known and need not be in the answer; empty for none
     * @return the region that holds the row and some neighbours, which the same request returns at no extra cost, in no
     *     particular order. Fails with {@link io.sluice.TableNotFoundException} when the table has no region at all, with
     *     {@link RegionUnknownException} when the region has no location at the moment, soon and with what is known of the
     *     regions before it, and with another {@link java.io.IOException} when the cluster cannot be asked
     */
    CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row, byte[] from);

    /** Finds all regions of a table that have a server at the moment. Fails as {@link #lookup} does. */
    CompletableFuture<List<RegionLocation>> lookupAll(TableName table);

    /**
     * Whether the table's state allows writing. The regions of a disabled or dropped table answer "not serving", so this is
     * asked after some of these answers.
     *
     * @return normal completion when it is enabled; fails with {@link io.sluice.TableNotEnabledException} or
     *     {@link io.sluice.TableNotFoundException} otherwise
     */
    CompletableFuture<Void> checkEnabled(TableName table);

    /** The error of the latest attempt, if look-ups are retried internally; null if it did not fail. A moment's view. */
    default @Nullable Throwable trouble() {
        return null;
    }
}
