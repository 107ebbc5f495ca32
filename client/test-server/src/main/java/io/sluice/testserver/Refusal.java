package io.sluice.testserver;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which parts of a request a server refuses. What is not refused is applied. Asked once for each region and mutation, on
 * the server's thread.
 */
public interface Refusal {
    /** Refuses nothing. */
    Refusal NOTHING = new Refusal() {};

    /** Why all that is asked of a region fails, or null. */
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
     * Refuses every mutation of a region with a certain one among them, and applies none: so HBase does with a cell that
     * is too large, for example.
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
