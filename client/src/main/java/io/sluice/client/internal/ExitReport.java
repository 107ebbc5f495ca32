package io.sluice.client.internal;

import io.sluice.internal.buffer.WriteEngine.MutatorReport;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns when the JVM ends while a connection is open and has unacknowledged mutations. It does not try to send them: nobody
 * knows how long other shutdown hooks take, and whether the network still works. Installed with a connection, removed when
 * that is closed.
 */
final class ExitReport {
    private static final Logger LOG = LoggerFactory.getLogger(ExitReport.class);

    private final Supplier<List<MutatorReport>> mutators;
    private final Thread hook = new Thread(this::report, "sluice-exit-report");

    private ExitReport(Supplier<List<MutatorReport>> mutators) {
        this.mutators = mutators;
    }

    /** Installs the hook. The JVM references it, and {@code mutators}, until {@link #cancel}. */
    static ExitReport install(Supplier<List<MutatorReport>> mutators) {
        ExitReport report = new ExitReport(mutators);
        try {
            Runtime.getRuntime().addShutdownHook(report.hook);
        } catch (IllegalStateException e) {
            LOG.debug("opened while the JVM ends: nothing will be reported", e);
        }
        return report;
    }

    /** Removes the hook, unless the JVM is ending. Returns whether it was installed. */
    boolean cancel() {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("closed while the JVM ends", e);
            return false;
        }
    }

    private void report() {
        lines().forEach(LOG::warn);
    }

    /** A line for each mutator that has unacknowledged mutations. */
    List<String> lines() {
        return mutators.get().stream()
                .filter(one -> one.state().pending() > 0)
                .map(one ->
                        "The JVM ends, but " + one.state().pending() + " mutations of the mutator for '" + one.table()
                                + "' (in batches of " + one.pendingBytes()
                                + " bytes) have not been acknowledged, and may be lost."
                                + " Close the mutator or its connection before")
                .toList();
    }
}
