package io.sluice.internal.stream;

import io.sluice.Bytes;
import io.sluice.Mutation;
import io.sluice.MutationCallback;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A mutator with as much room as the test says; nothing settles by itself. For one thread. */
final class FakeSink implements Sink {
    int room = Integer.MAX_VALUE;
    int flushes;
    final List<String> accepted = new ArrayList<>();
    private final Deque<MutationCallback> unsettled = new ArrayDeque<>();
    private final Deque<Later> later = new ArrayDeque<>();
    private final Deque<CompletableFuture<Void>> waiting = new ArrayDeque<>();

    private record Later(Mutation mutation, MutationCallback callback, CompletableFuture<Void> done) {}

    @Override
    public boolean tryMutate(Mutation mutation, MutationCallback callback) {
        if (mutation.isEmpty()) {
            throw new IllegalArgumentException("No columns");
        }
        if (room <= 0) {
            return false;
        }
        accept(mutation, callback);
        return true;
    }

    private void accept(Mutation mutation, MutationCallback callback) {
        room--;
        accepted.add(Bytes.toString(mutation.getRow()));
        unsettled.add(callback);
    }

    @Override
    public CompletableFuture<Void> mutateLater(Mutation mutation, MutationCallback callback) {
        Later one = new Later(mutation, callback, new CompletableFuture<>());
        later.add(one);
        return one.done();
    }

    @Override
    public CompletableFuture<Void> ready() {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        if (room > 0) {
            ready.complete(null);
        } else {
            waiting.add(ready);
        }
        return ready;
    }

    @Override
    public void flush() {
        flushes++;
    }

    /** Makes room and tells who waits. */
    void giveRoom(int more) {
        room += more;
        while (room > 0 && !later.isEmpty()) {
            Later next = later.remove();
            accept(next.mutation(), next.callback());
            next.done().complete(null);
        }
        while (room > 0 && !waiting.isEmpty()) {
            waiting.remove().complete(null);
        }
    }

    /** Settles the oldest. */
    void settle(@Nullable Throwable error) {
        unsettled.remove().settled(error);
    }

    /** Acknowledges all that was accepted. */
    void acknowledgeAll() {
        while (!unsettled.isEmpty()) {
            settle(null);
        }
    }
}
