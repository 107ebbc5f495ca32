package io.sluice.internal.locate;

import io.sluice.Bytes;
import io.sluice.ServerName;
import io.sluice.TableName;
import java.util.Arrays;

/**
 * A region of a table and its server, as stored in {@code hbase:meta}. Immutable; the arrays are shared and must not be
 * changed.
 *
 * @param table the region's table
 * @param regionName the full name, {@code table,startKey,id.encodedName.}, as the server wants it in a
 *     {@code RegionSpecifier} of type {@code REGION_NAME}
 * @param startKey first row, empty for the first region
 * @param endKey first row after the region, empty for the last region
 * @param server that serves it
 * @param seqNum {@code seqnumDuringOpen}: of two locations of one region the one with the higher number is newer
 * @param nameHash a hash for {@link #isSameRegion}. Stored, since in a large table the name is seldom in the processor's
 *     cache, and each request asks for the hash of some regions
 */
public record RegionLocation(
        TableName table,
        byte[] regionName,
        byte[] startKey,
        byte[] endKey,
        ServerName server,
        long seqNum,
        int nameHash) {

    public RegionLocation(
            TableName table, byte[] regionName, byte[] startKey, byte[] endKey, ServerName server, long seqNum) {
        this(table, regionName, startKey, endKey, server, seqNum, Arrays.hashCode(regionName));
    }

    /** Whether the row lies in this region: {@code startKey <= row < endKey}, an empty end key being the end. */
    public boolean contains(byte[] row) {
        return Bytes.compareTo(row, startKey) >= 0 && (endKey.length == 0 || Bytes.compareTo(row, endKey) < 0);
    }

    /** Whether there may be a row that lies in both. */
    boolean overlaps(RegionLocation other) {
        return startsBeforeEndOf(other) && other.startsBeforeEndOf(this);
    }

    private boolean startsBeforeEndOf(RegionLocation other) {
        return other.endKey.length == 0 || Bytes.compareTo(startKey, other.endKey) < 0;
    }

    /** The same region on another server, as in a {@code RegionMovedException}. */
    public RegionLocation movedTo(ServerName newServer, long newSeqNum) {
        return new RegionLocation(table, regionName, startKey, endKey, newServer, newSeqNum, nameHash);
    }

    /** The same, with this array, which holds the same bytes, as end key. */
    RegionLocation endingAt(byte[] sameEndKey) {
        return new RegionLocation(table, regionName, startKey, sameEndKey, server, seqNum, nameHash);
    }

    /** The same, with these objects, which are equal to its own, in their place. */
    @SuppressWarnings("ReferenceEquality") // It is about which of two equal objects is held.
    RegionLocation sharing(TableName sameTable, ServerName sameServer) {
        return table == sameTable && server == sameServer
                ? this
                : new RegionLocation(sameTable, regionName, startKey, endKey, sameServer, seqNum, nameHash);
    }

    /** Whether both are the same region (not necessarily on the same server). */
    public boolean isSameRegion(RegionLocation other) {
        return this == other || (nameHash == other.nameHash && Bytes.equals(regionName, other.regionName));
    }

    /** Region name and server, for messages. */
    @Override
    public String toString() {
        return Bytes.toStringBinary(regionName) + " on " + server;
    }
}
