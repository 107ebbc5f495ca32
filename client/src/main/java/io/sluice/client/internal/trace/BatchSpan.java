package io.sluice.client.internal.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.sluice.internal.trace.BatchTrace;
import io.sluice.internal.trace.RequestTrace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The span of one flush. Where all mutations were given by one caller, it is a child of that caller's span; where there
 * were several, it begins a trace of its own, with a link to each, as far as the bound allows.
 */
final class BatchSpan implements BatchTrace {
    private final OpenTelemetryTracer tracer;
    private final Set<SpanContext> callers = ConcurrentHashMap.newKeySet();
    /** Whether there was a mutation of a thread without a span, or more callers than are kept. */
    private volatile boolean others;

    /** The caller of the last mutation, most often also that of the next one. A race costs one lookup in the set. */
    private volatile @Nullable SpanContext last;

    /** Set before the first request, whose way to other threads publishes it. */
    private volatile Span span = Span.getInvalid();

    BatchSpan(OpenTelemetryTracer tracer) {
        this.tracer = tracer;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // A span hands out the same context each time.
    public void appending() {
        SpanContext caller = Span.current().getSpanContext();
        if (caller == last) {
            return;
        }
        last = caller;
        if (!caller.isValid()) {
            others = true;
        } else if (callers.size() <= tracer.maxLinks) {
            // By a few more when threads meet here; sent() keeps the bound.
            callers.add(caller);
        } else {
            others = true;
        }
    }

    @Override
    public void sent(Flush flush) {
        SpanBuilder builder = tracer.tracer
                .spanBuilder("sluice.flush " + flush.table())
                .setSpanKind(SpanKind.INTERNAL)
                .setAllAttributes(SpanAttributes.of(flush));
        if (callers.size() == 1 && !others && tracer.maxLinks > 0) {
            builder.setParent(Context.root().with(Span.wrap(callers.iterator().next())));
        } else {
            builder.setNoParent();
            callers.stream().limit(tracer.maxLinks).forEach(builder::addLink);
        }
        span = builder.startSpan();
        callers.clear();
    }

    @Override
    public void settled(int failures) {
        if (failures > 0) {
            span.setStatus(StatusCode.ERROR, failures + " mutations failed");
            span.setAttribute(SpanAttributes.FAILED, (long) failures);
        }
        span.end();
    }

    @Override
    public RequestTrace request(Request request) {
        Context parent = Context.root().with(span);
        Span made = tracer.tracer
                .spanBuilder(SpanAttributes.operation(request) + " " + request.table())
                .setSpanKind(SpanKind.CLIENT)
                .setParent(parent)
                .setAllAttributes(SpanAttributes.of(request))
                .startSpan();
        return new RequestSpan(made, tracer.propagator);
    }

    /** The span of one request. */
    private static final class RequestSpan implements RequestTrace {
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
}
