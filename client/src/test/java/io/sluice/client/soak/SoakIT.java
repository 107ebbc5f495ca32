package io.sluice.client.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.internal.wire.Fuzzer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Scenarios one after the other: one of each family, or with {@code -Pthorough} for three minutes, or as long as
 * {@code -Dsluice.soak.minutes} says; see docs/soak.md. Each prints a line with its number. {@code -Dsluice.soak.seed=N} repeats a run, {@code -Dsluice.soak.scenario=K} one scenario
 * of it, {@code -Dsluice.soak.only=FAMILY} takes scenarios of one family only, {@code -Dsluice.soak.goOn=true} goes on after
 * a violation.
 */
@Tag(Fuzzer.LONG_FORM)
@Timeout(value = 1, unit = TimeUnit.DAYS)
class SoakIT {
    private static final String MINUTES = System.getProperty("sluice.soak.minutes", thorough() ? "3" : "");
    private static final long DEFAULT_SEED = thorough() ? 20261124 : 20261123;

    /** Families in which promises are known to break, see docs/soak.md: by hand only. */
    private static final EnumSet<Family> OPEN = EnumSet.of(Family.STACK_OVERFLOW);

    private final long seed = Long.getLong("sluice.soak.seed", DEFAULT_SEED);
    private final boolean goOn = Boolean.getBoolean("sluice.soak.goOn");
    private final @Nullable String only = System.getProperty("sluice.soak.only");
    private final List<String> failures = new ArrayList<>();

    @Test
    void scenariosOfTheSeed_keepEveryPromise() throws Exception {
        Integer single = Integer.getInteger("sluice.soak.scenario");
        long begin = Moment.now();
        if (single != null) {
            run(single, begin);
        } else {
            for (int number = 0; goesOn(number, begin) && (goOn || failures.isEmpty()); number++) {
                run(number, begin);
            }
        }
        assertThat(failures).isEmpty();
    }

    private static boolean thorough() {
        return Boolean.getBoolean("sluice.thorough");
    }

    private boolean goesOn(int number, long begin) {
        if (MINUTES.isEmpty()) {
            return number < families().size();
        }
        return Moment.now() < begin + (long) (Double.parseDouble(MINUTES) * TimeUnit.MINUTES.toNanos(1));
    }

    private void run(int number, long begin) throws Exception {
        long begun = Moment.now();
        Scenario scenario = Scenario.scripted(family(number), Scenario.seed(seed, number));
        Violation violation = scenario.run();
        long end = Moment.now();
        System.out.println(scenario.summary(number, Moment.seconds(end - begun)));
        if (violation != null) {
            String report = "-Dsluice.soak.seed=" + seed + " -Dsluice.soak.scenario=" + number
                    + (only == null ? "" : " -Dsluice.soak.only=" + only) + ", after "
                    + Moment.text(end - begin) + ": " + violation;
            System.out.println(report);
            failures.add(report);
        }
    }

    /** Each family in its turn, and between them everything. */
    private Family family(int number) {
        List<Family> families = families();
        return families.get(number % families.size());
    }

    private List<Family> families() {
        return only == null ? List.copyOf(EnumSet.complementOf(OPEN)) : List.of(Family.valueOf(only));
    }
}
