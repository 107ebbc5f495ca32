package io.sluice.bench.mutator;

import io.sluice.bench.mutator.MutatorUnderTest.Setup;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncTable;

/**
 * A table of {@code hbase-client} that knows only {@code batch()}, and answers it with futures that are complete already,
 * as in HBASE-29645. So the peers' futures complete on the thread that called {@code mutate()}, at no cost for another
 * thread.
 */
final class StubTable {
    private static final CompletableFuture<Void> ACKNOWLEDGED = CompletableFuture.completedFuture(null);

    private StubTable() {}

    static AsyncTable<?> of(Setup setup) {
        InvocationHandler answers = (proxy, method, arguments) -> {
            if (!method.getName().equals("batch")) {
                throw new UnsupportedOperationException(method.toString());
            }
            setup.block();
            return Collections.nCopies(((List<?>) arguments[0]).size(), ACKNOWLEDGED);
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
