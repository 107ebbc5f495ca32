package io.sluice.bench.connectioncycle;

import com.google.gson.Gson;

/** Measures one pool in this JVM and prints the results. */
final class CycleProgram {
    private CycleProgram() {}

    @SuppressWarnings("ThreadPriorityCheck") // See below.
    public static void main(String[] arguments) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
        // Otherwise, among a thousand spinning threads, the one that reads the clock would be late by seconds.
        Thread.currentThread().setPriority(Thread.MAX_PRIORITY);
        CyclePlan plan = CyclePlan.parse(arguments);
        System.out.println(new Gson().toJson(measure(plan, plan.contender().open(plan.max()))));
        // Threads of pools that are not closed must not keep the JVM alive.
        System.exit(0);
    }

    private static <T> CycleMeasured measure(CyclePlan plan, CyclePool<T> pool) throws InterruptedException {
        return new CycleRun<>(plan, pool).measure();
    }
}
