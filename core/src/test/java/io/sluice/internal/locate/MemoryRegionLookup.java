package io.sluice.internal.locate;

import io.sluice.Bytes;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.TableNotFoundException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A cluster's tables in memory. Answers at once, unless told to hold answers back or to fail. */
public final class MemoryRegionLookup implements RegionLookup {
    private final List<RegionLocation> regions = new ArrayList<>();
    private final List<CompletableFuture<Void>> held = new ArrayList<>();
    private boolean hold;
    private @Nullable Throwable failure;
    private @Nullable Throwable tableError;
    private @Nullable Throwable trouble;
    private @Nullable Error thrown;
    private int lookups;
    private byte[] lastFrom = {};
    private int tableChecks;

    public synchronized void set(Collection<RegionLocation> table) {
        regions.clear();
        regions.addAll(table);
    }

    /** Puts all regions that lie on one server on another. */
    public synchronized void move(ServerName from, ServerName to) {
        regions.replaceAll(r -> r.server().equals(from) ? r.movedTo(to, r.seqNum() + 1) : r);
    }

    /** From now on, look-ups wait for {@link #answerHeld}. */
    public synchronized void hold() {
        hold = true;
    }

    /** Answers what waits, and whatever comes. */
    public void answerHeld() {
        List<CompletableFuture<Void>> waiting;
        synchronized (this) {
            hold = false;
            waiting = List.copyOf(held);
            held.clear();
        }
        waiting.forEach(future -> future.complete(null));
    }

    /** What look-ups fail with; null for nothing. */
    public synchronized void failWith(@Nullable Throwable error) {
        failure = error;
    }

    /** The next look-up throws this instead of returning a future. */
    public synchronized void throwOnce(Error error) {
        thrown = error;
    }

    /** What {@link #checkEnabled} fails with; null for nothing. */
    public synchronized void disableWith(@Nullable Throwable error) {
        tableError = error;
    }

    /** What {@link #trouble()} says. */
    public synchronized void trouble(@Nullable Throwable error) {
        trouble = error;
    }

    @Override
    public synchronized @Nullable Throwable trouble() {
        return trouble;
    }

    public synchronized int lookups() {
        return lookups;
    }

    /** The key before which the caller of the latest look-up knew the regions. */
    synchronized byte[] lastFrom() {
        return lastFrom;
    }

    public synchronized int tableChecks() {
        return tableChecks;
    }

    private synchronized CompletableFuture<Void> gate() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        if (hold) {
            held.add(gate);
        } else {
            gate.complete(null);
        }
        return gate;
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row, byte[] from) {
        synchronized (this) {
            lookups++;
            lastFrom = from;
            Error error = thrown;
            thrown = null;
            if (error != null) {
                throw error;
            }
        }
        return gate().thenCompose(open -> find(table, row));
    }

    private synchronized CompletableFuture<List<RegionLocation>> find(TableName table, byte[] row) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        List<RegionLocation> found =
                regions.stream().filter(r -> r.contains(row)).toList();
        if (regions.isEmpty()) {
            return CompletableFuture.failedFuture(new TableNotFoundException(table));
        }
        return found.isEmpty()
                ? CompletableFuture.failedFuture(new RegionUnknownException("no place", nearestBefore(row)))
                : CompletableFuture.completedFuture(found);
    }

    private List<RegionLocation> nearestBefore(byte[] row) {
        return regions.stream()
                .filter(region -> Bytes.compareTo(region.startKey(), row) <= 0)
                .max((a, b) -> Bytes.compareTo(a.startKey(), b.startKey()))
                .stream()
                .toList();
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookupAll(TableName table) {
        return gate().thenApply(open -> {
            synchronized (this) {
                return List.copyOf(regions);
            }
        });
    }

    @Override
    public synchronized CompletableFuture<Void> checkEnabled(TableName table) {
        tableChecks++;
        return tableError == null
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(tableError);
    }
}
