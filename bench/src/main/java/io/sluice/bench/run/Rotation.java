package io.sluice.bench.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The order in which contenders are measured. */
public final class Rotation {
    private Rotation() {}

    /**
     * Returns the contenders in an order that begins with a different one in each round, so that a machine or a server that
     * gets slower or faster favours none.
     *
     * @param round 0 for the first
     */
    public static <T> List<T> of(List<T> contenders, int round) {
        List<T> turns = new ArrayList<>(contenders);
        Collections.rotate(turns, -round);
        return turns;
    }
}
