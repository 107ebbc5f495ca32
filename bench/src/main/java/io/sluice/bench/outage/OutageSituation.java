package io.sluice.bench.outage;

import io.sluice.bench.run.Effort;
import java.util.ArrayList;
import java.util.List;

/**
 * The assignment of writing threads to servers.
 *
 * @param bound whether each thread writes rows of one server only, with threads assigned to servers round-robin; else
 *     rows of all servers in random order
 */
record OutageSituation(boolean bound, OutageDriver driver, int threads, int tables) {
    static final int SERVERS = 4;

    /**
     * The beginning of the label of situations in which a thread that writes to another server need not wait for the
     * silent one.
     */
    static final String BOUND = "a server for each thread";

    /** All measured situations. */
    static List<OutageSituation> all(Effort effort) {
        boolean smoke = effort == Effort.SMOKE;
        List<OutageSituation> all = new ArrayList<>();
        for (boolean bound : new boolean[] {true, false}) {
            for (OutageDriver driver : OutageDriver.values()) {
                // A server without its own thread would get no rows.
                for (int threads : smoke ? new int[] {8} : new int[] {bound ? SERVERS : 1, 8, 100}) {
                    for (int tables : smoke ? new int[] {2} : new int[] {1, 100}) {
                        all.add(new OutageSituation(bound, driver, threads, tables));
                    }
                }
            }
        }
        return all;
    }

    /** The name in tables. */
    String label() {
        return (bound ? BOUND : "all servers in random order") + ", " + driver.title() + ", " + many(threads, "thread")
                + ", " + many(tables, "table");
    }

    private static String many(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
