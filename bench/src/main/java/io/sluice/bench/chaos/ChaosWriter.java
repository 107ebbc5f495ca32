package io.sluice.bench.chaos;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A thread that writes to the mutators of all slots at a fixed rate, regardless of faults. */
final class ChaosWriter implements Runnable {
    static final byte[] FAMILY = {'f'};
    static final byte[] QUALIFIER = {'q'};
    private static final int BURST = 20;

    private final List<ChaosSlot> slots;
    /** One for each slot. */
    private final List<ChaosLedger> ledgers;
    /** The mutator last written to, by slot. */
    private final @Nullable AsyncBufferedMutator[] mutators;

    private final ChaosWatch watch;
    private final int perSecond;
    private final SplittableRandom random;
    private volatile boolean stopped;

    /** @param number number of this writer, which together with the seed determines the order of slots */
    ChaosWriter(List<ChaosSlot> slots, int number, ChaosWatch watch, ChaosRun.Plan plan) {
        this.slots = slots;
        this.watch = watch;
        ledgers = slots.stream().map(slot -> slot.ledgers().get(number)).toList();
        mutators = new AsyncBufferedMutator[slots.size()];
        perSecond = plan.perSecond() / plan.threads();
        random = new SplittableRandom(plan.schedule().seed() * 31 + number);
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
                // Writes that were missed while there was no room are not repeated.
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

    /** Returns false when a ledger is full. */
    private boolean write() {
        for (int i = 0; i < BURST && !stopped; i++) {
            int slot = random.nextInt(slots.size());
            AsyncBufferedMutator mutator = slots.get(slot).mutator();
            if (mutator != mutators[slot]) {
                mutators[slot] = mutator;
                ledgers.get(slot).beginRows();
            }
            int number = ledgers.get(slot).next();
            if (number < 0) {
                return false;
            }
            write(slots.get(slot), mutator, ledgers.get(slot), number);
        }
        return true;
    }

    private void write(ChaosSlot slot, AsyncBufferedMutator mutator, ChaosLedger ledger, int number) {
        Put put = new Put(ledger.row(number)).addColumn(FAMILY, QUALIFIER, ledger.value(number));
        long bytes = put.encodedSize();
        ledger.begin(number);
        // Alternates between future and callback; without room, uses the future, for which mutate waits.
        if (number % 2 == 0 || !mutator.tryMutate(put, error -> settled(slot, ledger, number, bytes, error))) {
            var unused =
                    mutator.mutate(put).whenComplete((nothing, error) -> settled(slot, ledger, number, bytes, error));
        }
        ledger.accepted(number, watch.millis());
        watch.accepted(slot, bytes);
    }

    private void settled(ChaosSlot slot, ChaosLedger ledger, int number, long bytes, @Nullable Throwable error) {
        ledger.settled(number, error);
        watch.settled(slot, bytes);
        if (error == null) {
            watch.acknowledged(slot, ledger.range(number), ledger.acceptedAt(number));
        }
        slot.bother(watch, ledger, number);
    }
}
