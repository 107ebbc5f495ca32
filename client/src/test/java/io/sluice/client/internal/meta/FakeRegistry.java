package io.sluice.client.internal.meta;

import io.sluice.ServerName;
import io.sluice.client.internal.registry.ClusterRegistry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/** A registry on which the test answers. */
final class FakeRegistry implements ClusterRegistry {
    static final ServerName META_SERVER = ServerName.valueOf("meta1", 16020, 5);

    final Deque<CompletableFuture<ServerName>> answers = new ArrayDeque<>();
    int asked;

    @Override
    public CompletableFuture<ServerName> metaLocation() {
        asked++;
        CompletableFuture<ServerName> answer = answers.poll();
        return answer != null ? answer : CompletableFuture.completedFuture(META_SERVER);
    }

    @Override
    public String describe() {
        return "fake";
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        return CompletableFuture.completedFuture(null);
    }
}
