package io.sluice.bench.mutator;

import io.sluice.bench.mutator.MutatorUnderTest.Setup;
import io.sluice.client.internal.net.EventLoops;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.mockito.Mockito;

/**
 * A table of {@code hbase-client} that only supports {@code batch()}. It answers with completed futures, as in
 * HBASE-29645, so that the peers' futures complete on the thread that called {@code mutate()}; or with futures that an
 * event loop completes. Since the peers do not bound their mutations in flight, {@code batch()} then waits while as
 * many are in flight as our budget has room for.
 */
final class StubTable {
    private static final CompletableFuture<Void> ACKNOWLEDGED = CompletableFuture.completedFuture(null);
    private static final long CLOSE_SECONDS = 30;

    /** Approximate charge of a Sluice mutation of this size: its part of a block and of the block's columns. */
    private static final int CHARGE_OF_A_MUTATION = 256;

    static final int MOST_UNANSWERED = (int) (StubEngine.BUDGET_BYTES / CHARGE_OF_A_MUTATION);

    private final Setup setup;
    private final EventLoops loops = EventLoops.create(1);
    private final Semaphore unanswered = new Semaphore(MOST_UNANSWERED);

    StubTable(Setup setup) {
        this.setup = setup;
    }

    AsyncTable<?> table() {
        return setup.stub() == StubKind.MOCKITO ? mocked() : plain();
    }

    private AsyncTable<?> mocked() {
        AsyncTable<?> mock =
                Mockito.mock(AsyncTable.class, Mockito.withSettings().stubOnly());
        Mockito.doAnswer(call -> answers(call.<List<?>>getArgument(0)))
                .when(mock)
                .batch(Mockito.anyList());
        return mock;
    }

    private AsyncTable<?> plain() {
        InvocationHandler answers = (proxy, method, arguments) -> {
            if (!method.getName().equals("batch")) {
                throw new UnsupportedOperationException(method.toString());
            }
            return answers((List<?>) arguments[0]);
        };
        return (AsyncTable<?>)
                Proxy.newProxyInstance(StubTable.class.getClassLoader(), new Class<?>[] {AsyncTable.class}, answers);
    }

    private List<CompletableFuture<Void>> answers(List<?> mutations) {
        setup.block();
        return switch (setup.answering()) {
            case AT_ONCE -> Collections.nCopies(mutations.size(), ACKNOWLEDGED);
            case BY_NETWORK_THREAD -> answersLater(mutations.size());
        };
    }

    private List<CompletableFuture<Void>> answersLater(int count) {
        unanswered.acquireUninterruptibly(count);
        List<CompletableFuture<Void>> answers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            answers.add(new CompletableFuture<>());
        }
        loops.execute(() -> {
            answers.forEach(answer -> answer.complete(null));
            unanswered.release(count);
        });
        return answers;
    }

    /**
     * Closes the table.
     *
     * @param last the future of the last mutation, which was flushed
     * @throws IllegalStateException if that is not acknowledged
     */
    void close(CompletableFuture<Void> last) {
        try {
            last.orTimeout(CLOSE_SECONDS, TimeUnit.SECONDS).join();
        } catch (RuntimeException e) {
            throw new IllegalStateException("the last mutation was not acknowledged", e);
        }
        loops.closeAsync().join();
    }
}
