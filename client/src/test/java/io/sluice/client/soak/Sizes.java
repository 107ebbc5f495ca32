package io.sluice.client.soak;

import java.util.Random;

/** How long values are. */
enum Sizes {
    /** 10 to 60 bytes. */
    TINY {
        @Override
        int next(Random random) {
            return between(random, 10, 60);
        }
    },
    /** 10 bytes to 5 kB. */
    SMALL {
        @Override
        int next(Random random) {
            return between(random, 10, 5_000);
        }
    },
    /** Half of them some bytes, half 100 kB: more than a block of the write buffer. */
    SMALL_OR_LARGER_THAN_A_BLOCK {
        @Override
        int next(Random random) {
            return random.nextBoolean() ? between(random, 10, 100) : 100_000;
        }
    },
    /** 10 kB. */
    TEN_KB {
        @Override
        int next(Random random) {
            return 10_000;
        }
    },
    /** 1.9 MB. */
    LARGE {
        @Override
        int next(Random random) {
            return 1_900_000;
        }
    },
    /** Mostly small, some up to 100 kB, few up to 1.7 MB, hardly any of 10 MB. */
    MIXED {
        @Override
        int next(Random random) {
            int kind = random.nextInt(1_000);
            if (kind < 850) {
                return between(random, 10, 2_000);
            }
            if (kind < 980) {
                return between(random, 2_000, 100_000);
            }
            return kind < 999 ? between(random, 100_000, 1_700_000) : 10_000_000;
        }
    },
    /** 10 bytes to 1.7 MB, a third of them larger than a block of the write buffer. */
    MIXED_UP_TO_1_7_MB {
        @Override
        int next(Random random) {
            int kind = random.nextInt(100);
            if (kind < 66) {
                return between(random, 10, 2_000);
            }
            return kind < 97 ? between(random, 70_000, 150_000) : between(random, 150_000, 1_700_000);
        }
    };

    abstract int next(Random random);

    private static int between(Random random, int least, int most) {
        return least + random.nextInt(most - least + 1);
    }
}
