/**
 * Spans of flushes and requests by OpenTelemetry, which is optional: the only package that knows it beside the option that
 * is given to the builder. May use the {@code trace} of core and {@code io.sluice}.
 */
@NullMarked
package io.sluice.client.internal.trace;

import org.jspecify.annotations.NullMarked;
