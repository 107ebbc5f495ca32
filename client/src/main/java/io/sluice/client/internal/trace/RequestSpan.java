package io.sluice.client.internal.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.sluice.internal.trace.RequestTrace;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The span of one request. */
final class RequestSpan implements RequestTrace {
    private final Span span;
    private final Map<String, String> headers;

    RequestSpan(Span span, TextMapPropagator propagator) {
        this.span = span;
        Map<String, String> injected = new LinkedHashMap<>();
        propagator.inject(Context.root().with(span), injected, RequestSpan::put);
        headers = injected;
    }

    private static void put(@Nullable Map<String, String> carrier, String name, String value) {
        if (carrier != null) {
            carrier.put(name, value);
        }
    }

    @Override
    public Map<String, String> headers() {
        return headers;
    }

    @Override
    public void answered(int failures, @Nullable Throwable error) {
        if (error != null) {
            span.setAttribute(SpanAttributes.ERROR_TYPE, error.getClass().getName());
            span.setAttribute(SpanAttributes.FAILED, (long) failures);
            span.setStatus(StatusCode.ERROR, String.valueOf(error.getMessage()));
        }
        span.end();
    }
}
