package io.sluice.client.internal.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.internal.time.DaemonThreads;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registries that a connection is bound to. Its own thread, which ends when idle, registers the meters of tables and
 * servers that come later: a registry runs filters and listeners of the application, for which neither network threads nor
 * writers must wait.
 */
public final class ConnectionMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionMetrics.class);

    /**
     * The connections of this JVM that have meters are numbered from 1, as a tag that tells them apart in one registry. A number
     * is used again after its connection is closed, so the tag has no more values than there are connections at a time.
     */
    @GuardedBy("ConnectionMetrics.class") private static final BitSet ORDINALS = new BitSet();

    private final ClientView view;
    private final ThreadPoolExecutor executor = DaemonThreads.executor(1, DaemonThreads.named("sluice-metrics"));
    private final AtomicBoolean updateAsked = new AtomicBoolean();

    // Never taken by a network thread or a writer.
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final IdentityHashMap<MeterRegistry, RegistryMeters> registries = new IdentityHashMap<>();

    /** 0 before the first registry. */
    @GuardedBy("lock") private int ordinal;

    @GuardedBy("lock") private boolean closed;

    /** Does nothing yet: without Micrometer on the class path no registry can be bound. */
    public ConnectionMetrics(ClientView view) {
        this.view = view;
    }

    private static synchronized int takeOrdinal() {
        int free = ORDINALS.nextClearBit(1);
        ORDINALS.set(free);
        return free;
    }

    private static synchronized void giveBackOrdinal(int ordinal) {
        ORDINALS.clear(ordinal);
    }

    /**
     * Registers all meters; does nothing if this registry has them.
     *
     * @return removes them; may be run repeatedly
     * @throws IllegalArgumentException if it is not a registry
     * @throws IllegalStateException if the connection is closed, or Micrometer is not on the class path
     */
    public Runnable bind(Object candidate) {
        Objects.requireNonNull(candidate, "registry");
        try {
            if (candidate instanceof MeterRegistry registry) {
                return bind(registry);
            }
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "bindTo needs io.micrometer:micrometer-core on the class path: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("bindTo wants an io.micrometer.core.instrument.MeterRegistry, not a "
                + candidate.getClass().getName());
    }

    private Runnable bind(MeterRegistry registry) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the connection is closed");
            }
            if (!registries.containsKey(registry)) {
                register(registry);
            }
        } finally {
            lock.unlock();
        }
        return () -> unbind(registry);
    }

    @GuardedBy("lock") private void register(MeterRegistry registry) {
        if (ordinal == 0) {
            ordinal = takeOrdinal();
            view.numbers().whenChanged(this::updateLater);
        }
        RegistryMeters meters = new RegistryMeters(registry, view, Integer.toString(ordinal));
        view.numbers().startReading();
        boolean done = false;
        try {
            meters.register();
            meters.update();
            registries.put(registry, meters);
            done = true;
        } finally {
            if (!done) {
                meters.remove();
                view.numbers().stopReading();
            }
        }
    }

    private void unbind(MeterRegistry registry) {
        lock.lock();
        try {
            RegistryMeters meters = registries.remove(registry);
            if (meters != null) {
                remove(meters);
            }
        } finally {
            lock.unlock();
        }
    }

    private void remove(RegistryMeters meters) {
        meters.remove();
        view.numbers().stopReading();
    }

    private void updateLater() {
        if (updateAsked.compareAndSet(false, true)) {
            try {
                executor.execute(this::update);
            } catch (RejectedExecutionException e) {
                LOG.debug("the connection is closed: its meters are gone", e);
            }
        }
    }

    private void update() {
        updateAsked.set(false);
        lock.lock();
        try {
            registries.values().forEach(RegistryMeters::update);
        } catch (RuntimeException e) {
            LOG.warn("The meters of a new table or server could not be registered", e);
        } finally {
            lock.unlock();
        }
    }

    /** Removes all meters from all registries. The result never fails. */
    public CompletableFuture<Void> closeAsync() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        executor.execute(() -> {
            try {
                removeAll();
            } finally {
                done.complete(null);
            }
        });
        executor.shutdown();
        return done;
    }

    private void removeAll() {
        lock.lock();
        try {
            closed = true;
            int number = ordinal;
            try {
                registries.values().forEach(this::remove);
                registries.clear();
            } catch (RuntimeException e) {
                LOG.warn("Meters could not be removed from a registry", e);
            } finally {
                giveBackOrdinal(number);
            }
        } finally {
            lock.unlock();
        }
    }
}
