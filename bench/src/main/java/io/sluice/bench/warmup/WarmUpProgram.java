package io.sluice.bench.warmup;

import com.google.gson.Gson;
import io.sluice.bench.warmup.WarmUpMeasured.Round;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Warms up the pools of one contender in this JVM and prints how long that took. */
final class WarmUpProgram {
    private static final int LOOPS = 4;
    private static final int FIRST_CONNECT_MILLIS = 2;
    private static final int MOST_SECONDS = 60;
    /** A caller that has waited this long while connections were idle counts as not served. */
    private static final int SERVED_SECONDS = 2;

    private static final double NANOS_PER_MILLI = 1e6;

    private WarmUpProgram() {}

    public static void main(String[] arguments) throws Exception {
        WarmUpPlan plan = WarmUpPlan.parse(arguments);
        OpeningLoops first = new OpeningLoops(LOOPS, FIRST_CONNECT_MILLIS);
        OpeningLoops loops = new OpeningLoops(LOOPS, plan.connectMillis());
        // Keeps class loading out of the measurement.
        Round unused = round(plan, first);
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < plan.rounds(); i++) {
            rounds.add(round(plan, loops));
        }
        System.out.println(new Gson().toJson(new WarmUpMeasured(rounds)));
        // Threads of pools that are not closed must not keep the JVM alive.
        System.exit(0);
    }

    private static Round round(WarmUpPlan plan, OpeningLoops loops) throws Exception {
        OpeningCount count = new OpeningCount(loops, plan.connections());
        long begin = System.nanoTime();
        WarmPool pool = plan.contender().open(plan.connections(), count);
        CompletableFuture<?> warm = plan.atFirstAcquire() ? CompletableFuture.completedFuture(null) : pool.warmUp();
        CompletableFuture<Long> served = pool.acquire().thenApply(connection -> System.nanoTime());
        CompletableFuture<Long> open =
                CompletableFuture.allOf(warm, count.allOpen()).thenApply(nothing -> System.nanoTime());
        double openMillis = (open.get(MOST_SECONDS, TimeUnit.SECONDS) - begin) / NANOS_PER_MILLI;
        Double servedMillis;
        try {
            servedMillis = (served.get(SERVED_SECONDS, TimeUnit.SECONDS) - begin) / NANOS_PER_MILLI;
        } catch (TimeoutException e) {
            servedMillis = null;
        }
        int[] perLoop = count.perLoop();
        return new Round(
                openMillis,
                servedMillis,
                Arrays.stream(perLoop).min().orElseThrow(),
                Arrays.stream(perLoop).max().orElseThrow());
    }
}
