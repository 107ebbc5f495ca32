package io.sluice.bench.manyservers;

import io.sluice.bench.nullserver.RegionSpread;
import io.sluice.bench.run.Effort;
import java.util.List;

/**
 * Instructions for a client's process.
 *
 * @param spread the servers, and the regions of the large table
 */
record ManyOrder(ManyContender contender, RegionSpread spread, Length length) {
    private static final int REGIONS_OF_A_SERVER = 100;

    /** One server in this many dies. */
    private static final int DYING_DIVISOR = 10;

    /**
     * The extent of the measurement.
     *
     * @param jvms of each contender at each size
     * @param servers the sizes, in increasing order
     * @param tables number of tables with one region
     * @param mutators number of mutators of these tables
     * @param idleMillis duration of each idle phase
     * @param warmUpMillis duration of unmeasured writing
     * @param rounds number of measured rounds of writing
     * @param roundMillis duration of a round
     * @param putsPerSecond rate of the puts while servers die
     * @param beforeMillis duration of writing at that rate before they die
     * @param afterMillis duration of writing at that rate after they have died
     */
    record Length(
            int jvms,
            List<Integer> servers,
            int tables,
            int mutators,
            int idleMillis,
            int warmUpMillis,
            int rounds,
            int roundMillis,
            double putsPerSecond,
            int beforeMillis,
            int afterMillis) {
        static Length of(Effort effort) {
            return switch (effort) {
                case FULL ->
                    new Length(
                            5, List.of(10, 100, 1_000), 1_000, 10_000, 5_000, 12_000, 3, 3_000, 20_000, 5_000, 10_000);
                case QUICK ->
                    new Length(1, List.of(10, 100, 1_000), 1_000, 10_000, 2_000, 8_000, 2, 2_000, 20_000, 3_000, 8_000);
                case SMOKE -> new Length(1, List.of(10), 5, 20, 100, 500, 1, 200, 2_000, 500, 2_500);
            };
        }
    }

    static ManyOrder of(ManyContender contender, int servers, Length length) {
        return new ManyOrder(contender, new RegionSpread(servers, servers * REGIONS_OF_A_SERVER), length);
    }

    /** The number of servers that die: the last ones, and never the first, which has {@code hbase:meta}. */
    int dying() {
        return spread.servers() / DYING_DIVISOR;
    }

    /** Whether a server dies. */
    boolean dies(int server) {
        return server >= spread.servers() - dying();
    }
}
