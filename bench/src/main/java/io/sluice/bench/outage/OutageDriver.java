package io.sluice.bench.outage;

import java.util.List;

/** How a program bounds its puts in flight. */
enum OutageDriver {
    /** With its own window: each put holds a permit until its future completes. */
    FUTURES("futures", List.of(OutageContender.values())) {
        @Override
        int permits(int threads) {
            return WINDOW_PUTS / threads;
        }
    },
    /** Without a window: {@code mutate} waits if the client has no room. */
    BLOCKING("blocking mutate", List.of(OutageContender.SLUICE)) {
        @Override
        int permits(int threads) {
            return Integer.MAX_VALUE;
        }
    };

    /** The window of all threads together, as in the other comparisons. */
    static final int WINDOW_PUTS = 100_000;

    private final String title;
    private final List<OutageContender> contenders;

    OutageDriver(String title, List<OutageContender> contenders) {
        this.title = title;
        this.contenders = contenders;
    }

    /** The name in tables. */
    String title() {
        return title;
    }

    /** The clients that can be used this way. */
    List<OutageContender> contenders() {
        return contenders;
    }

    /** Number of puts that each of this many threads may have in flight. */
    abstract int permits(int threads);
}
