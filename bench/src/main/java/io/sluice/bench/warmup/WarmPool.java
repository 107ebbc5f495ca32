package io.sluice.bench.warmup;

import java.util.concurrent.CompletableFuture;

/** A pool without connections yet that is to hold a number of them. */
interface WarmPool {

    /** Opens them all. */
    CompletableFuture<?> warmUp();

    /** Takes a connection and keeps it. */
    CompletableFuture<?> acquire();
}
