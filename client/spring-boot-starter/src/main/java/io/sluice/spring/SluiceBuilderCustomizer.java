package io.sluice.spring;

import io.sluice.client.AsyncConnections;

/**
 * A bean that sets options of the connection that have no key: credentials, an event loop group of the program,
 * tracing. What the bean itself depends on is destroyed after the connection has been closed, so an event loop group
 * outlives the last acknowledgement.
 */
@FunctionalInterface
public interface SluiceBuilderCustomizer {
    /** Called once, before the connection is created. All such beans are called, in Spring's order. */
    void customize(AsyncConnections.Builder builder);
}
