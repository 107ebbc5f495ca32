package io.sluice.client;

import io.opentelemetry.api.OpenTelemetry;
import java.util.Objects;

/**
 * Spans by OpenTelemetry: one for each flush and one for each request to a server. Needs {@code
 * io.opentelemetry:opentelemetry-api}, which Sluice does not depend on, on the class path. docs/tracing.md has names and
 * attributes.
 *
 * @param openTelemetry creates the spans; its propagators pass the trace on to the servers (HBase's understand W3C's
 *     {@code traceparent} from 2.5 on)
 * @param maxLinks the maximum number of callers that one flush is linked to
 */
public record OpenTelemetryTracing(OpenTelemetry openTelemetry, int maxLinks) implements Tracing {
    private static final int DEFAULT_MAX_LINKS = 32;

    /**
     * Checks the limit.
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
