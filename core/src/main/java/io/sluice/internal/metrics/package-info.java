/**
 * Numbers of what the client does: counters and histograms that are cheap to add to, and know nothing of who reads them.
 * What is counted costs an addition for each buffer or request, never for each mutation; what takes a clock or a histogram
 * is done only while somebody reads. May use {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.metrics;

import org.jspecify.annotations.NullMarked;
