package io.sluice.testserver;

/**
 * What a server does with a call instead of executing and answering it. {@link Faults} has the faults of networks and
 * servers; a test may write its own.
 */
@FunctionalInterface
public interface Fault {
    /** Plays the fault, on the server's thread; must not block. */
    void play(Exchange exchange);
}
