/**
 * What a tracing system is told, and by which names: spans of flushes and of requests, and the callers they come from. Knows
 * no tracing system. May use {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.trace;

import org.jspecify.annotations.NullMarked;
