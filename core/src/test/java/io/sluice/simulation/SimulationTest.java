package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.LongForm;
import io.sluice.simulation.Runs.Outcome;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The engine as a whole, against everything at once, in virtual time: see docs/simulation.md for how to run more of it. */
@Tag(LongForm.TAG)
@Timeout(value = 1, unit = TimeUnit.DAYS)
class SimulationTest {
    private static final int RUNS = Integer.getInteger("sluice.simulation.runs", 2_000);
    private static final long FIRST_SEED = Long.getLong("sluice.simulation.seed", 1);
    private static final boolean IN_WORDS = Boolean.getBoolean("sluice.simulation.trace");
    /** By hand: how many broken promises to count before giving up, instead of the first. */
    private static final int SURVEY = Integer.getInteger("sluice.simulation.survey", 0);

    private static final int RUNS_COMPARED = LongForm.choose(50, 200);

    private final Runs runs = new Runs(asserted());

    private static final PrintStream ERRORS = System.err;

    /** What the engine logs of a million mishaps is of no use. */
    @BeforeAll
    static void silence() {
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        new Runs(EnumSet.allOf(Promise.class)).warmUp();
    }

    @AfterAll
    static void speak() {
        System.setErr(ERRORS);
    }

    /** The build leaves out several errors in one run: see docs/simulation.md. */
    private static List<Profile> profiles() {
        String names = System.getProperty("sluice.simulation.profile", "");
        return names.isEmpty()
                ? List.of(
                        Profile.FLUSH,
                        Profile.SIZES,
                        Profile.CALLBACKS,
                        Profile.ERROR,
                        Profile.OUTAGE,
                        Profile.HUNG,
                        Profile.ROWS)
                : Arrays.stream(names.split(","))
                        .map(name -> Profile.valueOf(name.toUpperCase(Locale.ROOT)))
                        .toList();
    }

    private static Set<Promise> asserted() {
        Set<Promise> all = EnumSet.allOf(Promise.class);
        String left = System.getProperty("sluice.simulation.without", "");
        Arrays.stream(left.split(","))
                .filter(name -> !name.isEmpty())
                .forEach(name -> all.remove(Promise.valueOf(name.toUpperCase(Locale.ROOT))));
        return all;
    }

    @Test
    void engine_anythingHappens_keepsItsPromises() {
        List<Profile> profiles = profiles();
        List<String> broken = new ArrayList<>();
        for (int run = 0; run < RUNS && broken.size() <= SURVEY; run++) {
            Plan plan = Plan.of(FIRST_SEED + run, profiles.get(Math.floorMod(FIRST_SEED + run, profiles.size())));
            Outcome outcome = runs.run(plan, IN_WORDS);
            if (IN_WORDS) {
                System.out.println(String.join("\n", outcome.trace().lines()));
            }
            if (outcome.broken() != null) {
                broken.add(
                        SURVEY == 0
                                ? runs.report(plan, outcome.broken())
                                : "run " + run + " seed " + plan.seed() + " "
                                        + plan.profile().word() + " " + outcome.broken());
            }
        }
        assertThat(broken).as(() -> String.join("\n", broken)).isEmpty();
    }

    @Test
    void run_sameSeedTwice_sameTrace() {
        List<Profile> profiles = profiles();
        for (int run = 0; run < RUNS_COMPARED; run++) {
            Plan plan = Plan.of(FIRST_SEED + run, profiles.get(run % profiles.size()));

            List<String> first = runs.run(plan, true).trace().lines();
            List<String> second =
                    runs.run(Plan.of(plan.seed(), plan.profile()), true).trace().lines();

            int same = 0;
            while (same < Math.min(first.size(), second.size())
                    && first.get(same).equals(second.get(same))) {
                same++;
            }
            assertThat(second.subList(same, second.size()))
                    .as("seed %d %s from line %d on", plan.seed(), plan.profile(), same)
                    .isEqualTo(first.subList(same, first.size()));
        }
    }
}
