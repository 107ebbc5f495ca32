package io.sluice.examples;

import java.io.IOException;

/** Opens what writes to a table. */
@FunctionalInterface
interface SinkFactory {
    /**
     * Returns a sink that writes as {@code plan} says.
     *
     * @throws InterruptedException when the thread was interrupted while it waited for the cluster
     */
    RowSink open(Target target, WriteOptions.Plan plan) throws IOException, InterruptedException;
}
