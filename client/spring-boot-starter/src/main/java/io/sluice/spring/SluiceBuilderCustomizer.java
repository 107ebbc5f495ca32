package io.sluice.spring;

import io.sluice.client.AsyncConnections;

/**
 * A bean that changes what the connection is made with, beyond settings with a key: credentials, an event loop group of the
 * program, tracing. What the bean itself depends on is destroyed after the connection has been closed, so an event loop group
 * outlives the last acknowledgement.
 */
@FunctionalInterface
public interface SluiceBuilderCustomizer {
    /** Is called once, before the connection is made; all such beans are, in Spring's order. */
    void customize(AsyncConnections.Builder builder);
}
