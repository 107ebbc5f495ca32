package io.sluice.client;

/**
 * A tracing system that follows the writes of a connection: to be given to {@link AsyncConnections.Builder#tracing}. Its
 * library is needed, and loaded, by those only who make one.
 */
public sealed interface Tracing permits OpenTelemetryTracing {}
