package io.sluice.bench.writer;

import io.sluice.bench.writer.Order.Stage;
import io.sluice.bench.writer.Outcome.Puts;
import org.jspecify.annotations.Nullable;

/** Writes as fast as possible. */
final class PutStage {
    private final Entrant entrant;
    private final Order order;

    PutStage(Entrant entrant, Order order) {
        this.entrant = entrant;
        this.order = order;
    }

    /**
     * Opens the contender, primes it, and writes.
     *
     * @throws IllegalStateException if a put was not acknowledged
     */
    Outcome run() throws Exception {
        try (Writer writer =
                entrant.contender().open(new Writer.Setup(order.target(), order.load(), entrant.settings(), null))) {
            prime(writer, order);
            Outcome outcome = order.stage() == Stage.SYSCALLS
                    ? new Outcome(null, null, countSyscalls(writer), null)
                    : new Outcome(measure(writer), null, null, null);
            checkAcknowledged(writer, order);
            return outcome;
        }
    }

    private Puts measure(Writer writer) throws Exception {
        long serverPid = order.target().serverPid();
        try (WriterThreads threads = threads(writer);
                AllocationMeter meter = new AllocationMeter()) {
            Usage before = Usage.now(meter, serverPid);
            threads.work();
            writer.finish();
            return Usage.now(meter, serverPid).since(before, order.rows());
        }
    }

    private @Nullable Long countSyscalls(Writer writer) throws Exception {
        try (WriterThreads threads = threads(writer);
                SyscallCounter counter = SyscallCounter.start()) {
            threads.work();
            writer.finish();
            return counter.stop();
        }
    }

    private WriterThreads threads(Writer writer) {
        return threads(writer, order.load().threads(), 0, order.rows());
    }

    private static WriterThreads threads(Writer writer, int count, long first, long rows) {
        return new WriterThreads(count, thread -> {
            for (long i = thread; i < rows; i += count) {
                writer.write(Rows.row(first + i));
            }
        });
    }

    /** Makes the contender connect, find the regions and fill its pools, with rows that are not written again. */
    static void prime(Writer writer, Order order) throws Exception {
        try (WriterThreads threads = threads(writer, order.load().threads(), order.rows(), order.primingRows())) {
            threads.work();
            writer.finish();
        }
    }

    static void checkAcknowledged(Writer writer, Order order) {
        if (writer.acknowledged() != order.writtenRows() || writer.failed() > 0) {
            throw new IllegalStateException(writer.acknowledged() + " of " + order.writtenRows()
                    + " puts acknowledged, " + writer.failed() + " failed");
        }
    }
}
