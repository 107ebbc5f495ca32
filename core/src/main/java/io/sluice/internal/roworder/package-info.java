/**
 * The order of the mutations of a row, and timestamps that keep to it. Knows numbers that stand for rows, not batches. May use
 * {@code time}.
 */
@NullMarked
package io.sluice.internal.roworder;

import org.jspecify.annotations.NullMarked;
