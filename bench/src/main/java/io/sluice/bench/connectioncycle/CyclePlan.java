package io.sluice.bench.connectioncycle;

import java.util.List;

/**
 * What is measured in one JVM.
 *
 * @param contender whose pool
 * @param threads that check out and in
 * @param max connections in the pool
 * @param warmupMillis before the calls are counted, and again before they are timed
 * @param windows in each of which calls are counted; together as long as they are timed after
 * @param windowMillis how long a window is
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
