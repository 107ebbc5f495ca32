package io.sluice.internal.buffer;

import io.sluice.internal.retry.Completions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Many futures as one. */
final class AllSettled {
    private AllSettled() {}

    /** Completes when all have; fails with the first failure in the list's order, the others added as suppressed. */
    static CompletableFuture<Void> of(List<CompletableFuture<Void>> futures) {
        CompletableFuture<Void> all = new CompletableFuture<>();
        CompletableFuture<Void> unused = CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .whenComplete((done, error) -> {
                    if (error == null) {
                        all.complete(null);
                    } else {
                        all.completeExceptionally(collect(futures));
                    }
                });
        return all;
    }

    private static Throwable collect(List<CompletableFuture<Void>> futures) {
        @Nullable Throwable first = null;
        for (CompletableFuture<Void> future : futures) {
            Throwable error = future.handle((done, e) -> e).join();
            if (error == null) {
                continue;
            }
            Throwable plain = Completions.cause(error);
            if (first == null) {
                first = plain;
            } else if (first != plain) {
                first.addSuppressed(plain);
            }
        }
        return first == null ? new IllegalStateException("no future failed") : first;
    }
}
