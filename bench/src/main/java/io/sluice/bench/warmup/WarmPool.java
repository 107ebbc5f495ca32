package io.sluice.bench.warmup;

import java.util.concurrent.CompletableFuture;

/** A pool that is to hold a number of connections and has none yet. */
interface WarmPool {

    /** Opens them all. */
    CompletableFuture<?> warmUp();

    /** Takes a connection and keeps it. */
    CompletableFuture<?> acquire();
}
