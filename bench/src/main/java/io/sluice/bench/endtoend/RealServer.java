package io.sluice.bench.endtoend;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.bench.run.Effort;
import io.sluice.bench.writer.Rows;
import io.sluice.bench.writer.Target;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RegionDescription;
import java.io.IOException;
import java.util.List;

/** HBase in its own process, with the table to which all contenders write. */
public final class RealServer implements AutoCloseable {
    private static final String TABLE = "bench";

    private final EmbeddedHBase hbase;

    private RealServer(EmbeddedHBase hbase) {
        this.hbase = hbase;
    }

    /**
     * Starts it with enough memory for a round's rows, so that no round is disturbed by a flush; for few rows, in a JVM
     * that starts faster.
     */
    public static RealServer start(Effort effort) throws IOException {
        EmbeddedOptions defaults = EmbeddedOptions.defaults();
        EmbeddedOptions sized = effort == Effort.SMOKE
                ? defaults.withFastStart()
                : defaults.withJvmFlags("-Xms3g", "-Xmx3g", "-XX:+UseG1GC");
        EmbeddedHBase hbase = EmbeddedHBase.start(sized
                // Truncating moves the table's data to the archive, which by default is emptied only every few minutes.
                .withSetting("hbase.master.hfilecleaner.ttl", "1000")
                .withSetting("hbase.master.logcleaner.ttl", "1000")
                .withSetting("hbase.master.cleaner.interval", "5000"));
        try {
            hbase.client().createTable(TABLE, List.of(FamilyOptions.of("f")), Rows.splitKeys());
            boolean unused = hbase.client().switchBalancer(false);
            return new RealServer(hbase);
        } catch (IOException | RuntimeException e) {
            hbase.close();
            throw e;
        }
    }

    /** Empties the table, so that each round finds the same state; returns it with its new regions. */
    public Target empty() throws IOException {
        hbase.client().truncateTable(TABLE);
        List<RegionDescription> regions = hbase.client().regions(TABLE);
        return new Target(TABLE, hbase.settings(), hbase.pid())
                .withRegions(
                        regions.get(0).server(),
                        regions.stream().map(RealServer::name).toList());
    }

    /** A name that means the region to a server, which looks only at the hash at its end ({@code RegionInfo.encodeRegionName}). */
    private static byte[] name(RegionDescription region) {
        return ("." + region.encodedName() + ".").getBytes(US_ASCII);
    }

    /**
     * Counts the rows in the table.
     *
     * @throws IOException if the number is different
     */
    public void checkRows(long expected) throws IOException {
        long found = hbase.client().countRows(TABLE).rows();
        if (found != expected) {
            throw new IOException(found + " rows in the table, not " + expected);
        }
    }

    @Override
    public void close() {
        hbase.close();
    }
}
