package io.sluice.testserver;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which parts of a request a server refuses. The rest is applied. Called once for each region and mutation, on
 * the server's thread.
 */
public interface Refusal {
    /** Refuses nothing. */
    Refusal NOTHING = new Refusal() {};

    /** Why everything for a region fails, or null. */
    default @Nullable RemoteError ofRegion(RegionRequest region) {
        return null;
    }

    /** Why a mutation fails, or null. */
    default @Nullable RemoteError ofOperation(RegionRequest region, Operation operation) {
        return null;
    }

    /** Refuses whole regions. */
    static Refusal ofRegions(Predicate<RegionRequest> which, RemoteError error) {
        return new Refusal() {
            @Override
            public @Nullable RemoteError ofRegion(RegionRequest region) {
                return which.test(region) ? error : null;
            }
        };
    }

    /** Refuses single mutations; the others of their region are applied. */
    static Refusal ofOperations(Predicate<Operation> which, RemoteError error) {
        return new Refusal() {
            @Override
            public @Nullable RemoteError ofOperation(RegionRequest region, Operation operation) {
                return which.test(operation) ? error : null;
            }
        };
    }

    /**
     * Refuses all mutations of a region if a certain one is among them, and applies none, as HBase does for an
     * oversized cell, for example.
     */
    static Refusal ofNeighbours(Predicate<Operation> culprit, RemoteError error) {
        return new Refusal() {
            @Override
            public @Nullable RemoteError ofOperation(RegionRequest region, Operation operation) {
                return region.operations().stream().anyMatch(culprit) ? error : null;
            }
        };
    }
}
