package io.sluice.client;

import io.opentelemetry.api.OpenTelemetry;
import java.util.Objects;

/**
 * Spans by OpenTelemetry: one for each flush and one for each request to a server. Needs {@code
 * io.opentelemetry:opentelemetry-api} on the class path, which Sluice does not bring. docs/tracing.md has names and
 * attributes.
 *
 * @param openTelemetry makes the spans, and says how a trace is told to the servers (its propagators; HBase's servers
 *     understand W3C's {@code traceparent} from 2.5 on)
 * @param maxLinks how many different callers one flush is linked to at most
 */
public record OpenTelemetryTracing(OpenTelemetry openTelemetry, int maxLinks) implements Tracing {
    private static final int DEFAULT_MAX_LINKS = 32;

    /**
     * Checks it.
     *
     * @throws IllegalArgumentException if {@code maxLinks} is negative
     */
    public OpenTelemetryTracing {
        Objects.requireNonNull(openTelemetry, "openTelemetry");
        if (maxLinks < 0) {
            throw new IllegalArgumentException("maxLinks must not be negative: " + maxLinks);
        }
    }

    /** With 32 links. */
    public static OpenTelemetryTracing of(OpenTelemetry openTelemetry) {
        return new OpenTelemetryTracing(openTelemetry, DEFAULT_MAX_LINKS);
    }
}
