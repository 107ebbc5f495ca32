package io.sluice.client;

/**
 * A tracing system for the writes of a connection, see {@link AsyncConnections.Builder#tracing}. Only programs that create one
 * need its library.
 */
public sealed interface Tracing permits OpenTelemetryTracing {}
