package io.sluice.internal.flow;

import io.sluice.Bytes;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.roworder.RowHash;
import io.sluice.internal.roworder.RowSequencer;
import org.jspecify.annotations.Nullable;

/** A destination of mutations on their way that has its own share of the budget. */
public sealed interface Place {

    /** Whether mutations of a row go there. {@code map} holds the known regions of the table. */
    boolean holds(TableName table, byte[] row, RegionMap map);

    /** A region, wherever it is. */
    static Place of(RegionLocation region) {
        return new OfRegion(region);
    }

    static Place of(ServerName server) {
        return new OfServer(server);
    }

    /** A region; the same wherever it is. */
    record OfRegion(RegionLocation region) implements Place {
        @Override
        public boolean holds(TableName table, byte[] row, RegionMap map) {
            return region.table().equals(table) && region.contains(row);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OfRegion place && place.region.isSameRegion(region);
        }

        @Override
        public int hashCode() {
            return region.nameHash();
        }

        @Override
        public String toString() {
            return "region " + Bytes.toStringBinary(region.regionName()) + " on " + region.server();
        }
    }

    /** A server. */
    record OfServer(ServerName server) implements Place {
        @Override
        public boolean holds(TableName table, byte[] row, RegionMap map) {
            int region = map.find(row, 0, row.length);
            return region >= 0 && map.serverName(map.server(region)).equals(server);
        }

        // By hand, as each request counts for its server twice: the methods that the compiler generates for a record
        // are linked at run time, and were recompiled again and again, half a second each time.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OfServer place && place.server.equals(server);
        }

        @Override
        public int hashCode() {
            return server.hashCode();
        }

        @Override
        public String toString() {
            return "server " + server;
        }
    }

    /** The rows of a table whose region is not known: one place for all of them, since they wait for the same answers. */
    record NotLocated(TableName table) implements Place {
        @Override
        public boolean holds(TableName of, byte[] row, RegionMap map) {
            return table.equals(of) && map.find(row, 0, row.length) < 0;
        }

        // By hand, as the first mutations of a JVM go there.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof NotLocated place && place.table.equals(table);
        }

        @Override
        public int hashCode() {
            return table.hashCode();
        }

        @Override
        public String toString() {
            return "rows of table '" + table + "' whose region is not known";
        }
    }

    /** The rows of a table with earlier mutations on their way, which later ones have to wait for. */
    record HeldBack(TableName table, RowSequencer<?> rows) implements Place {
        @Override
        public boolean holds(TableName of, byte[] row, RegionMap map) {
            return table.equals(of) && rows.holdsBack(RowHash.of(row));
        }

        @Override
        public String toString() {
            return "rows of table '" + table + "' that wait for earlier mutations of the same rows";
        }
    }
}
