package io.sluice.client.soak;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A mutator that is closed and opened again while writers use it. */
final class Slot {
    private final ReentrantLock lock = new ReentrantLock();
    private final Supplier<OpenMutator> opener;
    private volatile OpenMutator current;

    Slot(Supplier<OpenMutator> opener) {
        this.opener = opener;
        current = opener.get();
    }

    OpenMutator current() {
        return current;
    }

    /** Opens another one in the place of this one, unless somebody has. */
    void replace(OpenMutator closed) {
        lock.lock();
        try {
            if (current == closed) {
                current = opener.get();
            }
        } finally {
            lock.unlock();
        }
    }
}
