package io.sluice.bench.warmup;

import java.util.List;

/**
 * What is measured in one JVM.
 *
 * @param contender whose pool
 * @param connections it shall hold
 * @param atFirstAcquire whether the pool is not warmed up and one connection is taken
 * @param connectMillis how long a connection takes to open
 * @param rounds each with a new pool; one more, not counted, goes before
 */
record WarmUpPlan(WarmUpContender contender, int connections, boolean atFirstAcquire, long connectMillis, int rounds) {

    static WarmUpPlan parse(String... arguments) {
        return new WarmUpPlan(
                WarmUpContender.valueOf(arguments[0]),
                Integer.parseInt(arguments[1]),
                Boolean.parseBoolean(arguments[2]),
                Long.parseLong(arguments[3]),
                Integer.parseInt(arguments[4]));
    }

    List<String> arguments() {
        return List.of(contender.name(), "" + connections, "" + atFirstAcquire, "" + connectMillis, "" + rounds);
    }
}
