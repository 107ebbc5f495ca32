package io.sluice.client.internal.meta;

import io.sluice.internal.locate.RegionLocation;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code hbase:meta}.
 *
 * @param row its key, which is the region's name; belongs to the receiver
 * @param location the region's place, or null when it cannot be written to: no server, split, offline, or a row about
 *     something else
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record MetaRow(byte[] row, @Nullable RegionLocation location) {}
