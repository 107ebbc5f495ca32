package io.sluice.client.internal.trace;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.sluice.internal.trace.BatchTrace;
import io.sluice.internal.trace.RequestTrace;
import io.sluice.internal.trace.WriteTracer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Makes spans by OpenTelemetry. */
public final class OpenTelemetryTracer implements WriteTracer {
    private final Tracer tracer;
    /** Writes the headers that carry the trace to a server. */
    private final TextMapPropagator propagator;

    private final int maxLinks;

    /** @param maxLinks the maximum number of callers that one flush is linked to */
    public OpenTelemetryTracer(OpenTelemetry openTelemetry, int maxLinks) {
        tracer = openTelemetry.getTracer("io.sluice");
        propagator = openTelemetry.getPropagators().getTextMapPropagator();
        this.maxLinks = maxLinks;
    }

    @Override
    public BatchTrace newBatch() {
        return new BatchSpan();
    }

    /**
     * The span of one flush. If all mutations came from one caller, it is a child of that caller's span. Otherwise it begins a
     * new trace, with links to the callers up to the limit.
     */
    private final class BatchSpan implements BatchTrace {
        private final Set<SpanContext> callers = ConcurrentHashMap.newKeySet();
        /** Whether a thread without a span wrote a mutation, or there were more callers than the limit. */
        private volatile boolean others;

        /** The caller of the last mutation, most often also of the next one. A race costs one lookup in the set. */
        private volatile @Nullable SpanContext last;

        /** Set before the first request. */
        private volatile Span span = Span.getInvalid();

        @Override
        @SuppressWarnings("ReferenceEquality") // A span hands out the same context each time.
        public void appending() {
            SpanContext caller = Span.current().getSpanContext();
            if (caller == last) {
                return;
            }
            last = caller;
            if (caller.isValid() && callers.size() <= maxLinks) {
                // Concurrent threads may exceed the limit by a few; sent() applies it.
                callers.add(caller);
            } else {
                others = true;
            }
        }

        @Override
        public void sent(Flush flush) {
            SpanBuilder builder = tracer.spanBuilder("sluice.flush " + flush.table())
                    .setSpanKind(SpanKind.INTERNAL)
                    .setAllAttributes(SpanAttributes.of(flush));
            if (callers.size() == 1 && !others && maxLinks > 0) {
                builder.setParent(
                        Context.root().with(Span.wrap(callers.iterator().next())));
            } else {
                builder.setNoParent();
                callers.stream().limit(maxLinks).forEach(builder::addLink);
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
            Span made = tracer.spanBuilder(SpanAttributes.operation(request) + " " + request.table())
                    .setSpanKind(SpanKind.CLIENT)
                    .setParent(Context.root().with(span))
                    .setAllAttributes(SpanAttributes.of(request))
                    .startSpan();
            Map<String, String> headers = new LinkedHashMap<>();
            propagator.inject(Context.root().with(made), headers, OpenTelemetryTracer::put);
            return new RequestSpan(made, headers);
        }
    }

    private static void put(@Nullable Map<String, String> carrier, String name, String value) {
        if (carrier != null) {
            carrier.put(name, value);
        }
    }

    /** The span of one request. */
    private record RequestSpan(Span span, Map<String, String> headers) implements RequestTrace {
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
