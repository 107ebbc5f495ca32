package io.sluice.bench.mutator;

import io.sluice.bench.mutator.MutatorUnderTest.Setup;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.mockito.Mockito;

/**
 * A table of {@code hbase-client} that knows only {@code batch()}, and answers it with completed futures, as in
 * HBASE-29645. So the peers' futures complete on the thread that called {@code mutate()}, at no cost for other threads.
 */
final class StubTable {
    private static final CompletableFuture<Void> ACKNOWLEDGED = CompletableFuture.completedFuture(null);

    private StubTable() {}

    static AsyncTable<?> of(Setup setup) {
        return setup.stub() == StubKind.MOCKITO ? mocked(setup) : plain(setup);
    }

    private static AsyncTable<?> mocked(Setup setup) {
        AsyncTable<?> mock =
                Mockito.mock(AsyncTable.class, Mockito.withSettings().stubOnly());
        Mockito.doAnswer(call -> answers(setup, call.<List<?>>getArgument(0)))
                .when(mock)
                .batch(Mockito.anyList());
        return mock;
    }

    private static List<CompletableFuture<Void>> answers(Setup setup, List<?> mutations) {
        setup.block();
        return Collections.nCopies(mutations.size(), ACKNOWLEDGED);
    }

    private static AsyncTable<?> plain(Setup setup) {
        InvocationHandler answers = (proxy, method, arguments) -> {
            if (!method.getName().equals("batch")) {
                throw new UnsupportedOperationException(method.toString());
            }
            return answers(setup, (List<?>) arguments[0]);
        };
        return (AsyncTable<?>)
                Proxy.newProxyInstance(StubTable.class.getClassLoader(), new Class<?>[] {AsyncTable.class}, answers);
    }

    static void checkAcknowledged(CompletableFuture<Void> last) {
        if (!last.isDone() || last.isCompletedExceptionally()) {
            throw new IllegalStateException("the last mutation was not acknowledged: " + last);
        }
    }
}
