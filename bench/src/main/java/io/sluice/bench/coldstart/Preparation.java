package io.sluice.bench.coldstart;

import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.WarmUp;
import java.util.concurrent.CompletableFuture;

/** The preparation between opening the client and the first write. */
public enum Preparation {
    WARM_UP("sluice, warmUp") {
        @Override
        CompletableFuture<?> start(AsyncConnection connection, TableName table) {
            return connection.warmUp(WarmUp.ofTables(table));
        }
    },
    PRELOAD("sluice, preloadRegions") {
        @Override
        CompletableFuture<?> start(AsyncConnection connection, TableName table) {
            return connection.preloadRegions(table);
        }
    },
    NONE("sluice, nothing") {
        @Override
        CompletableFuture<?> start(AsyncConnection connection, TableName table) {
            return CompletableFuture.completedFuture(null);
        }
    };

    private final String title;

    Preparation(String title) {
        this.title = title;
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    /** The writes begin when this has completed. */
    abstract CompletableFuture<?> start(AsyncConnection connection, TableName table);
}
