package io.sluice.bench.chaos;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import java.util.concurrent.TimeUnit;

/** A thread that writes at a rate, whatever happens. */
final class ChaosWriter implements Runnable {
    static final byte[] FAMILY = {'f'};
    static final byte[] QUALIFIER = {'q'};
    private static final int BURST = 20;

    private final AsyncBufferedMutator mutator;
    private final ChaosLedger ledger;
    private final int perSecond;
    private volatile boolean stopped;

    ChaosWriter(AsyncBufferedMutator mutator, ChaosLedger ledger, int perSecond) {
        this.mutator = mutator;
        this.ledger = ledger;
        this.perSecond = perSecond;
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        long next = System.nanoTime();
        while (!stopped && write()) {
            next += BURST * TimeUnit.SECONDS.toNanos(1) / perSecond;
            long wait = next - System.nanoTime();
            if (wait < -TimeUnit.SECONDS.toNanos(1)) {
                // What could not be written while there was no room is not made up for.
                next = System.nanoTime();
            } else if (wait > 0) {
                try {
                    TimeUnit.NANOSECONDS.sleep(wait);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    /** False when the ledger is full. */
    private boolean write() {
        for (int i = 0; i < BURST; i++) {
            int number = ledger.next();
            if (number < 0) {
                return false;
            }
            Put put = new Put(ledger.row(number)).addColumn(FAMILY, QUALIFIER, ledger.value(number));
            ledger.accepted(number);
            // In turn both ways of being told; when there is no room, the one that waits for it.
            if (number % 2 == 0 || !mutator.tryMutate(put, error -> ledger.settled(number, error))) {
                var unused = mutator.mutate(put).whenComplete((nothing, error) -> ledger.settled(number, error));
            }
        }
        return true;
    }
}
