package io.sluice.client.internal.trace;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.sluice.internal.trace.BatchTrace;
import io.sluice.internal.trace.WriteTracer;

/** Makes spans by OpenTelemetry. */
public final class OpenTelemetryTracer implements WriteTracer {
    final Tracer tracer;
    /** Says how a request tells its server of the trace. */
    final TextMapPropagator propagator;

    final int maxLinks;

    /** @param maxLinks how many different callers one flush is linked to at most */
    public OpenTelemetryTracer(OpenTelemetry openTelemetry, int maxLinks) {
        tracer = openTelemetry.getTracer("io.sluice");
        propagator = openTelemetry.getPropagators().getTextMapPropagator();
        this.maxLinks = maxLinks;
    }

    @Override
    public BatchTrace newBatch() {
        return new BatchSpan(this);
    }
}
