package io.sluice.bench.connectioncycle;

import java.util.List;

/**
 * The measurement of one JVM.
 *
 * @param contender the pool
 * @param threads number of threads that check out and in
 * @param max number of connections in the pool
 * @param warmupMillis duration of the warm-up before calls are counted, and again before they are timed
 * @param windows number of windows in which calls are counted; calls are then timed for as long as all of them together
 * @param windowMillis duration of a window
 */
record CyclePlan(CycleContender contender, int threads, int max, long warmupMillis, int windows, long windowMillis) {

    static CyclePlan parse(String... arguments) {
        return new CyclePlan(
                CycleContender.valueOf(arguments[0]),
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                Long.parseLong(arguments[3]),
                Integer.parseInt(arguments[4]),
                Long.parseLong(arguments[5]));
    }

    List<String> arguments() {
        return List.of(contender.name(), "" + threads, "" + max, "" + warmupMillis, "" + windows, "" + windowMillis);
    }
}
