/**
 * Counters and histograms of what the client does. They are cheap to add to and know nothing of their readers. Counting costs
 * an addition for each buffer or request, never for each mutation; clocks and histograms are used only while there is a
 * reader. May use {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.metrics;

import org.jspecify.annotations.NullMarked;
