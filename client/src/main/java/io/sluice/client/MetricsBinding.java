package io.sluice.client;

/** Meters of a connection in a registry, from {@link AsyncConnection#bindTo}. */
public interface MetricsBinding extends AutoCloseable {

    /** Takes the meters out of the registry. May be called often, and need not be: closing the connection does it, too. */
    @Override
    void close();
}
