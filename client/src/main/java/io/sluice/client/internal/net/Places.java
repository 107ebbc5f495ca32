package io.sluice.client.internal.net;

import java.util.concurrent.atomic.AtomicInteger;

/** A number of places; taken and given back by any thread. */
final class Places {
    private final int max;
    private final AtomicInteger taken = new AtomicInteger();

    Places(int max) {
        this.max = max;
    }

    boolean tryTake() {
        int now = taken.get();
        while (now < max) {
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
            now = taken.get();
        }
        return false;
    }

    void giveBack() {
        taken.getAndDecrement();
    }

    int taken() {
        return taken.get();
    }
}
