package io.sluice.bench.warmup;

import io.sluice.bench.warmup.OpeningLoops.Opened;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The floor: all connections are opened at once, and a caller gets its own first one. */
final class NoPool implements WarmPool {
    private final int connections;
    private final Supplier<CompletableFuture<Opened>> opener;
    private final CompletableFuture<Opened> first = new CompletableFuture<>();

    NoPool(int connections, Supplier<CompletableFuture<Opened>> opener) {
        this.connections = connections;
        this.opener = opener;
    }

    @Override
    public CompletableFuture<?> warmUp() {
        return CompletableFuture.allOf(Stream.generate(opener)
                .limit(connections)
                .map(opening -> opening.thenAccept(first::complete))
                .toArray(CompletableFuture[]::new));
    }

    @Override
    public CompletableFuture<?> acquire() {
        return first;
    }
}
