/**
 * Events for Java Flight Recorder. The only package that knows {@code jdk.jfr}, and knows nothing else: its classes are
 * loaded only where that module is there. See docs/events.md.
 */
@NullMarked
package io.sluice.internal.jfr;

import org.jspecify.annotations.NullMarked;
