package io.sluice.simulation;

import io.sluice.Ordering;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * All of a run that is decided before it begins.
 *
 * @param streams seed of what is decided while it runs
 */
record Plan(long seed, Profile profile, Setup setup, List<Operation> operations, long streams) {
    private static final long MILLI = VirtualTime.MILLI;
    private static final long SECOND = VirtualTime.SECOND;

    /** Where completions of a mutator run. */
    enum Completions {
        NETWORK,
        /** Soon. */
        PROMPT,
        /** After seconds, or when nothing else is left to do. */
        LATE,
        /** The executor refuses. */
        REJECTING
    }

    /** How a mutator is built. */
    record MutatorOptions(
            int table,
            long bufferBytes,
            int maxMutations,
            long periodNanos,
            Ordering ordering,
            Completions completions,
            boolean unbounded,
            boolean stamps,
            long operationNanos,
            long rpcNanos,
            int maxAttempts,
            long pauseNanos,
            int maxInFlight,
            long requestBytes,
            int requestRows) {}

    /** How the engine and the cluster are at the beginning. */
    record Setup(
            int blockBytes,
            long budgetBytes,
            double share,
            int servers,
            int regions,
            int rows,
            long largestBytes,
            int serverRows,
            long serverBytes,
            boolean traced,
            boolean timed,
            /** Of a thousand calls of ports, at how many another thread goes on meanwhile. */
            int preemptions,
            List<MutatorOptions> mutators) {
        int tables() {
            return mutators.stream().mapToInt(MutatorOptions::table).max().orElse(0) + 1;
        }

        boolean isBounded() {
            return mutators.stream().noneMatch(MutatorOptions::unbounded);
        }
    }

    /** What a caller does, or what happens to the cluster. */
    enum Deed {
        MUTATE,
        TRY_MUTATE,
        MUTATE_SOME,
        ROW_MUTATIONS,
        FLUSH,
        FLUSH_ASYNC,
        FLUSH_WITHIN,
        AWAIT_ROOM,
        CLOSE,
        REOPEN,
        MOVE_REGION,
        SPLIT_REGION,
        RESTART_SERVER,
        SERVER_MOOD,
        META_MOOD,
        DROP_TABLE,
        THROW_ERROR
    }

    /** What a receiver does when its mutation has settled. */
    enum Reaction {
        NOTHING,
        THROW,
        THROW_ERROR,
        MUTATE,
        FLUSH,
        FLUSH_ASYNC,
        CLOSE,
        CLOSE_AND_WAIT,
        FLUSH_AND_WAIT,
        BLOCK
    }

    /**
     * One step of the plan.
     *
     * @param gapNanos how long after the one before
     * @param bytes of the value
     * @param detail of any kind
     */
    record Operation(
            int number, Deed deed, long gapNanos, int mutator, int row, int bytes, Reaction reaction, long detail) {
        @Override
        public String toString() {
            return "#" + number + " " + deed + " mutator=" + mutator + " row=" + row + " bytes=" + bytes
                    + (reaction == Reaction.NOTHING ? "" : " then=" + reaction);
        }
    }

    Plan with(List<Operation> fewer) {
        return new Plan(seed, profile, setup, fewer, streams);
    }

    static Plan of(long seed, Profile profile) {
        Chance chance = new Chance(seed * 31 + profile.ordinal());
        Setup setup = setup(profile, chance.fork());
        List<Operation> operations = new ArrayList<>();
        Chance deeds = chance.fork();
        int count = (int) deeds.skewed(10, 160);
        for (int i = 0; i < count; i++) {
            operations.add(operation(i, profile, setup, deeds));
        }
        return new Plan(seed, profile, setup, operations, chance.any());
    }

    private static Setup setup(Profile profile, Chance chance) {
        int block = chance.of(1 << 10, 1 << 12, 1 << 13, 1 << 16);
        // In multiples of a block: from less than a handful, where nothing can be charged in advance, to plenty.
        long budget = switch (profile) {
            case SIZES -> block * chance.skewed(8, 400);
            case HUNG -> block * chance.skewed(4, 60);
            default -> block * 2_000L;
        };
        long largest = switch (profile) {
            case SIZES -> Math.min(10L << 20, Math.min(budget / 3, block * 160L));
            case FLUSH -> block * 5L / 4;
            default -> block;
        };
        boolean small = chance.percent(60);
        int servers = (int) chance.between(profile == Profile.HUNG ? 2 : 1, 5);
        List<MutatorOptions> mutators = new ArrayList<>();
        int tables = (int) chance.between(1, 3);
        for (int i = (int) chance.between(1, profile == Profile.SIZES ? 8 : 5); i > 0; i--) {
            mutators.add(mutator(profile, chance.below(tables), block, chance));
        }
        boolean limits = profile == Profile.ROWS || (profile == Profile.OUTAGE && chance.percent(30));
        return new Setup(
                block,
                budget,
                profile == Profile.OUTAGE && chance.percent(30) ? 0.5 : 1,
                servers,
                chance.of(1, 2, 3, 8),
                small ? (int) chance.between(1, 6) : 200,
                largest,
                limits && chance.percent(60) ? (int) chance.between(1, 12) : Integer.MAX_VALUE,
                limits && chance.percent(60) ? 3L * block : Long.MAX_VALUE,
                chance.percent(70),
                chance.percent(50),
                chance.of(0, 20, 100, 400),
                List.copyOf(mutators));
    }

    private static MutatorOptions mutator(Profile profile, int table, int block, Chance chance) {
        boolean callbacks = profile == Profile.CALLBACKS || profile.isThrowing();
        long period = switch (profile) {
            case FLUSH -> chance.of(MILLI, 5 * MILLI, SECOND);
            case HUNG -> chance.of(0L, 0L, SECOND, 30 * SECOND);
            default -> chance.of(0L, 2 * MILLI, SECOND, SECOND, 10 * SECOND);
        };
        boolean perRow = chance.percent(profile == Profile.ROWS ? 85 : 25);
        long operation = chance.of(5 * SECOND, 30 * SECOND, 120 * SECOND);
        return new MutatorOptions(
                table,
                chance.of(100L, block / 2L, (long) block, 4L * block, 32L * block, 32L * block),
                chance.percent(20) ? (int) chance.between(1, 20) : 0,
                period,
                perRow ? Ordering.PER_ROW : Ordering.NONE,
                callbacks ? chance.of(Completions.values()) : chance.of(Completions.NETWORK, Completions.PROMPT),
                profile == Profile.SIZES && chance.percent(10),
                chance.percent(profile.isThrowing() ? 60 : 20),
                operation,
                Math.min(operation, chance.of(SECOND, 10 * SECOND, 60 * SECOND)),
                chance.of(1, 3, 16, 16),
                chance.of(0L, MILLI, 100 * MILLI),
                chance.of(0, 1, 4, 16),
                chance.of(100L, 2L * block, 8L * block),
                chance.of(1, 5, 2048, 2048));
    }

    private static Operation operation(int number, Profile profile, Setup setup, Chance chance) {
        long gap = switch (chance.below(20)) {
            case 0 -> chance.between(1, 8) * SECOND;
            case 1, 2, 3 -> chance.between(1, 1_200) * MILLI;
            case 4, 5, 6, 7 -> chance.between(0, 5) * MILLI;
            default -> 0;
        };
        return new Operation(
                number,
                deed(profile, chance),
                gap,
                chance.below(setup.mutators().size()),
                chance.below(setup.rows()),
                bytes(profile, setup, chance),
                reaction(profile, chance),
                chance.any());
    }

    private static Deed deed(Profile profile, Chance chance) {
        int dice = chance.below(100);
        if (dice < 60) {
            return chance.of(Deed.MUTATE, Deed.MUTATE, Deed.TRY_MUTATE, Deed.MUTATE_SOME, Deed.ROW_MUTATIONS);
        }
        if (dice < 75) {
            return profile == Profile.FLUSH
                    ? Deed.MUTATE
                    : chance.of(Deed.FLUSH, Deed.FLUSH_ASYNC, Deed.FLUSH_ASYNC, Deed.FLUSH_WITHIN);
        }
        if (dice < 80) {
            return Deed.AWAIT_ROOM;
        }
        if (dice < 83) {
            return profile == Profile.HUNG ? Deed.TRY_MUTATE : Deed.CLOSE;
        }
        if (dice < 87) {
            return Deed.REOPEN;
        }
        return switch (profile) {
            case OUTAGE ->
                chance.of(
                        Deed.MOVE_REGION,
                        Deed.SPLIT_REGION,
                        Deed.RESTART_SERVER,
                        Deed.SERVER_MOOD,
                        Deed.SERVER_MOOD,
                        Deed.SERVER_MOOD,
                        Deed.META_MOOD,
                        Deed.DROP_TABLE);
            case ROWS -> chance.of(Deed.MOVE_REGION, Deed.SERVER_MOOD, Deed.MUTATE, Deed.MUTATE_SOME);
            case HUNG -> chance.of(Deed.SERVER_MOOD, Deed.AWAIT_ROOM, Deed.MUTATE_SOME);
            case ERROR, ERRORS -> Deed.THROW_ERROR;
            default -> Deed.MUTATE;
        };
    }

    private static int bytes(Profile profile, Setup setup, Chance chance) {
        if (profile == Profile.FLUSH) {
            // Small ones, and some that need a block of their own, though not a much larger one.
            return (int) (chance.percent(60) ? chance.between(10, 100) : setup.blockBytes() * 5L / 4);
        }
        int probability = switch (profile) {
            case SIZES -> 60;
            case HUNG -> 40;
            default -> 85;
        };
        boolean small = chance.percent(probability);
        return (int) (small ? chance.between(10, 200) : chance.skewed(200, Math.max(300, setup.largestBytes())));
    }

    private static Reaction reaction(Profile profile, Chance chance) {
        if (profile == Profile.CALLBACKS ? chance.percent(60) : chance.percent(92)) {
            return Reaction.NOTHING;
        }
        if (profile == Profile.CALLBACKS || profile.isThrowing()) {
            return chance.of(Reaction.values());
        }
        Set<Reaction> gentle =
                EnumSet.of(Reaction.THROW, Reaction.MUTATE, Reaction.FLUSH, Reaction.FLUSH_ASYNC, Reaction.CLOSE);
        Reaction drawn = chance.of(List.copyOf(gentle));
        return profile == Profile.HUNG && drawn == Reaction.CLOSE ? Reaction.NOTHING : drawn;
    }
}
