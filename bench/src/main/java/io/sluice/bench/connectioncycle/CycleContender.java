package io.sluice.bench.connectioncycle;

import io.sluice.bench.run.PeerJars;
import io.sluice.internal.pool.Fairness;
import java.io.IOException;
import java.util.List;

/** The pools that are measured. */
public enum CycleContender {
    SLUICE("sluice", Guarantee.NOBODY_STARVES) {
        @Override
        CyclePool<?> open(int max) {
            return new SluicePool(max, Fairness.ADAPTIVE);
        }
    },
    SLUICE_UNFAIR("sluice (unfair)", Guarantee.UNFAIR) {
        @Override
        CyclePool<?> open(int max) {
            return new SluicePool(max, Fairness.UNFAIR);
        }
    },
    SLUICE_FAIR("sluice (fair)", Guarantee.NOBODY_STARVES) {
        @Override
        CyclePool<?> open(int max) {
            return new SluicePool(max, Fairness.FAIR);
        }
    },
    HIKARI("HikariCP", Guarantee.UNFAIR) {
        @Override
        CyclePool<?> open(int max) {
            return new HikariBag(max);
        }
    },
    MONGODB("mongodb", Guarantee.UNFAIR) {
        @Override
        CyclePool<?> open(int max) {
            return new MongoPool(max);
        }
    },
    MONGODB_ALTERNATING("mongodb (alternating)", Guarantee.UNFAIR) {
        @Override
        CyclePool<?> open(int max) {
            return new MongoPool(max);
        }

        @Override
        String classPath() throws IOException {
            return PeerJars.classPathWith("mongodb-alternating");
        }
    },
    SEMAPHORE_UNFAIR("unfair semaphore", Guarantee.UNFAIR) {
        @Override
        CyclePool<?> open(int max) {
            return new SemaphorePool(max, false);
        }
    },
    MONGODB_FAIR("mongodb (fair)", Guarantee.NOBODY_STARVES) {
        @Override
        CyclePool<?> open(int max) {
            return new MongoPool(max);
        }

        @Override
        String classPath() throws IOException {
            return PeerJars.classPathWith("mongodb-fair");
        }
    },
    REACTOR("reactor-pool", Guarantee.NOBODY_STARVES) {
        @Override
        CyclePool<?> open(int max) {
            return new ReactorPool(max);
        }
    },
    SEMAPHORE_FAIR("fair semaphore", Guarantee.NOBODY_STARVES) {
        @Override
        CyclePool<?> open(int max) {
            return new SemaphorePool(max, true);
        }
    };

    /** The guarantee for a waiting thread. */
    enum Guarantee {
        /** Each thread gets its turn, however many others arrive. */
        NOBODY_STARVES("lets nobody starve"),
        /** A new thread may pass waiting ones any number of times. */
        UNFAIR("promises no turn");

        private final String text;

        Guarantee(String text) {
            this.text = text;
        }

        /** Text that follows the name of a pool. */
        String text() {
            return text;
        }
    }

    private final String title;
    private final Guarantee guarantee;

    CycleContender(String title, Guarantee guarantee) {
        this.title = title;
        this.guarantee = guarantee;
    }

    /** Our policies; the first is the default. */
    static List<CycleContender> ours() {
        return List.of(SLUICE, SLUICE_UNFAIR, SLUICE_FAIR);
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    Guarantee guarantee() {
        return guarantee;
    }

    /** The class path of the JVM in which it is measured. */
    String classPath() throws IOException {
        return PeerJars.classPath();
    }

    /** @param max number of connections, all of them open */
    abstract CyclePool<?> open(int max);
}
