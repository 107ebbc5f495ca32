package io.sluice.bench.warmup;

import java.util.List;

/**
 * The measurement of one JVM.
 *
 * @param contender the pool
 * @param connections number of connections that it is to hold
 * @param atFirstAcquire whether to take one connection instead of warming up the pool
 * @param connectMillis time for opening a connection
 * @param rounds number of rounds, each with a new pool, after one that does not count
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
