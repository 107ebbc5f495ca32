package io.sluice.testserver;

/**
 * What a server does with a call instead of carrying it out and answering. {@link Faults} has those that networks and
 * servers have; a test may write its own.
 */
@FunctionalInterface
public interface Fault {
    /** Plays it, on the server's thread; must not block. */
    void play(Exchange exchange);
}
