package io.sluice.client.internal.metrics;

import io.sluice.TableName;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.pool.PoolNumbers;
import java.util.Map;

/** A connection with two event loops and nothing else; what is counted, the test counts. */
final class FakeView implements ClientView {
    private final ClientNumbers numbers = new ClientNumbers();

    @Override
    public ClientNumbers numbers() {
        return numbers;
    }

    @Override
    public Map<TableName, TableNow> tables() {
        return Map.of();
    }

    @Override
    public long buffered(TableName table) {
        return 0;
    }

    @Override
    public Map<String, Window> windows() {
        return Map.of("rs1:16020", new Window(4, 3, 2));
    }

    @Override
    public Map<String, PoolNumbers> pools() {
        return Map.of();
    }

    @Override
    public Budget budget() {
        return new Budget(7, 100, 1);
    }

    @Override
    public Blocks blocks() {
        return new Blocks(5, 3, 2, 65_536);
    }

    @Override
    public long cachedRegions() {
        return 11;
    }

    @Override
    public int eventLoops() {
        return 2;
    }

    @Override
    public int pendingTasks(int loop) {
        return loop;
    }
}
