package io.sluice.client.internal.trace;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.sluice.internal.trace.BatchTrace;
import io.sluice.internal.trace.WriteTracer;

/** Makes spans by OpenTelemetry. */
public final class OpenTelemetryTracer implements WriteTracer {
    private final Parts parts;

    /**
     * What all spans need.
     *
     * @param propagator says how a request tells its server of the trace
     */
    record Parts(Tracer tracer, TextMapPropagator propagator, int maxLinks) {}

    /** @param maxLinks how many different callers one flush is linked to at most */
    public OpenTelemetryTracer(OpenTelemetry openTelemetry, int maxLinks) {
        parts = new Parts(
                openTelemetry.getTracer("io.sluice"),
                openTelemetry.getPropagators().getTextMapPropagator(),
                maxLinks);
    }

    @Override
    public BatchTrace newBatch() {
        return new BatchSpan(parts);
    }
}
