package io.sluice.bench.outage;

import java.util.List;

/** How a program bounds what is on its way. */
enum OutageDriver {
    /** By a window of its own: each put holds a permit until its future completes. */
    FUTURES("futures", List.of(OutageContender.values())) {
        @Override
        int permits(int threads) {
            return WINDOW_PUTS / threads;
        }
    },
    /** Not at all: {@code mutate} waits while the client has no room. */
    BLOCKING("blocking mutate", List.of(OutageContender.SLUICE)) {
        @Override
        int permits(int threads) {
            return Integer.MAX_VALUE;
        }
    };

    /** Of all threads together, as in the other comparisons. */
    static final int WINDOW_PUTS = 100_000;

    private final String title;
    private final List<OutageContender> contenders;

    OutageDriver(String title, List<OutageContender> contenders) {
        this.title = title;
        this.contenders = contenders;
    }

    /** As it stands in tables. */
    String title() {
        return title;
    }

    /** The clients that can be driven in this way. */
    List<OutageContender> contenders() {
        return contenders;
    }

    /** Puts that one of so many threads may have on their way. */
    abstract int permits(int threads);
}
