/**
 * The port to a tracing system: spans of flushes and requests, and the callers they come from. Knows no tracing system. May
 * use {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.trace;

import org.jspecify.annotations.NullMarked;
