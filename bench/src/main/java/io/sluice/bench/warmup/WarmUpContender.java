package io.sluice.bench.warmup;

import io.sluice.bench.run.PeerJars;
import java.io.IOException;

/** The pools that are warmed up. */
public enum WarmUpContender {
    SLUICE("sluice") {
        @Override
        WarmPool open(int connections, OpeningCount opener) {
            return new SluiceWarmPool(connections, opener.loops(), opener::open);
        }
    },
    NO_POOL("no pool") {
        @Override
        WarmPool open(int connections, OpeningCount opener) {
            return new NoPool(connections, opener::openColocated);
        }
    },
    REACTOR_PARALLEL("reactor-pool, parallel") {
        @Override
        WarmPool open(int connections, OpeningCount opener) {
            return ReactorWarmPool.parallel(connections, opener::openColocated);
        }
    },
    REACTOR("reactor-pool") {
        @Override
        WarmPool open(int connections, OpeningCount opener) {
            return ReactorWarmPool.one(connections, opener::openColocated);
        }
    },
    REACTOR_OLD("reactor-pool (old)") {
        @Override
        WarmPool open(int connections, OpeningCount opener) {
            return ReactorWarmPool.one(connections, opener::openColocated);
        }

        @Override
        String classPath() throws IOException {
            return PeerJars.classPathWith("reactor-pool-old");
        }
    };

    private final String title;

    WarmUpContender(String title) {
        this.title = title;
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    /** The class path of the JVM in which it is measured. */
    String classPath() throws IOException {
        return PeerJars.classPath();
    }

    /** A pool without connections. */
    abstract WarmPool open(int connections, OpeningCount opener);
}
