/**
 * Clocks, timers, threads, and the probe that protects a timer against a stack overflow. Uses no other package of Sluice.
 */
@NullMarked
package io.sluice.internal.time;

import org.jspecify.annotations.NullMarked;
