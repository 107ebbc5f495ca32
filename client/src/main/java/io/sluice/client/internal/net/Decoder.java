package io.sluice.client.internal.net;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Reads what a server has answered. */
@FunctionalInterface
public interface Decoder<A, T> {
    /** Throws an {@link IOException} for an answer that is of no use. */
    T decode(A answer) throws IOException;

    /** The decoder as a step of {@link CompletableFuture#thenCompose}. */
    static <A, T> Function<A, CompletableFuture<T>> step(Decoder<A, T> decoder) {
        return answer -> {
            try {
                return CompletableFuture.completedFuture(decoder.decode(answer));
            } catch (IOException e) {
                return CompletableFuture.failedFuture(e);
            }
        };
    }
}
