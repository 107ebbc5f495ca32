/**
 * Spans of flushes and requests by OpenTelemetry, which is optional: apart from the builder's option only this package knows
 * it. May use the {@code trace} of core and {@code io.sluice}.
 */
@NullMarked
package io.sluice.client.internal.trace;

import org.jspecify.annotations.NullMarked;
