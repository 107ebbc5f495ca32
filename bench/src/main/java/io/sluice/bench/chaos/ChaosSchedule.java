package io.sluice.bench.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * The schedule of a run. The same seed and duration always give the same schedule.
 *
 * @param steps the steps in order of time
 */
record ChaosSchedule(long seed, List<Step> steps) {
    private static final long FIRST_MILLIS = 2_000;
    private static final long PAUSE_MILLIS = 1_500;
    private static final int SPREAD_MILLIS = 4_000;

    /**
     * One step.
     *
     * @param atMillis time from the beginning; later if the previous step took longer
     * @param choice selects one of the servers or regions that exist then
     * @param millis its duration, if it has one
     */
    record Step(long atMillis, ChaosAction action, int choice, long millis) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%8.1f s %-13s %10d %5d ms", atMillis / 1e3, action, choice, millis);
        }
    }

    static ChaosSchedule of(long seed, Duration duration) {
        return of(seed, duration, EnumSet.allOf(ChaosAction.class));
    }

    /** A schedule with only some actions. */
    static ChaosSchedule of(long seed, Duration duration, Set<ChaosAction> actions) {
        Random random = new Random(seed);
        List<ChaosAction> deck = new ArrayList<>();
        for (ChaosAction action : EnumSet.copyOf(actions)) {
            for (int i = 0; i < action.weight(); i++) {
                deck.add(action);
            }
        }
        List<Step> steps = new ArrayList<>();
        long at = FIRST_MILLIS;
        // Leaves time for the last step to have an effect.
        while (at < duration.toMillis() - FIRST_MILLIS) {
            ChaosAction action = deck.get(random.nextInt(deck.size()));
            int choice = random.nextInt(Integer.MAX_VALUE);
            long millis = 500 + random.nextInt(2_500);
            steps.add(new Step(at, action, choice, millis));
            at += PAUSE_MILLIS + random.nextInt(SPREAD_MILLIS);
        }
        return new ChaosSchedule(seed, List.copyOf(steps));
    }
}
