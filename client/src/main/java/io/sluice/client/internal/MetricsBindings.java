package io.sluice.client.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.client.MetricsBinding;
import io.sluice.client.internal.metrics.ClientView;
import io.sluice.client.internal.metrics.ConnectionMetrics;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The way to the classes that need Micrometer: nothing of them is loaded before the first registry is bound. */
final class MetricsBindings {
    private final ClientView view;

    @GuardedBy("this") private @Nullable ConnectionMetrics metrics;

    @GuardedBy("this") private boolean closed;

    MetricsBindings(ClientView view) {
        this.view = view;
    }

    /** See {@link io.sluice.client.AsyncConnection#bindTo}. */
    MetricsBinding bind(Object registry) {
        Objects.requireNonNull(registry, "registry");
        Runnable unbind;
        try {
            // Outside the lock: the registry runs code of the application.
            unbind = open().bind(registry);
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "bindTo needs io.micrometer:micrometer-core on the class path: " + e.getMessage(), e);
        }
        return unbind::run;
    }

    private synchronized ConnectionMetrics open() {
        if (closed) {
            throw new IllegalStateException("the connection is closed");
        }
        ConnectionMetrics open = metrics;
        if (open == null) {
            open = new ConnectionMetrics(view);
            metrics = open;
        }
        return open;
    }

    /** Takes all meters out of all registries. Completes, always normally, when they are gone. */
    CompletableFuture<Void> closeAsync() {
        ConnectionMetrics open;
        synchronized (this) {
            open = closed ? null : metrics;
            closed = true;
        }
        return open == null ? CompletableFuture.completedFuture(null) : open.closeAsync();
    }
}
