package io.sluice.client;

/** Meters of a connection in a registry, from {@link AsyncConnection#bindTo}. */
public interface MetricsBinding extends AutoCloseable {

    /** Removes the meters from the registry. May be called repeatedly; closing the connection removes them, too. */
    @Override
    void close();
}
