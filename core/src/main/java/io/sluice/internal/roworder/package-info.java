/**
 * The order of the mutations of a row, and timestamps that match it. Knows hashes of rows, not batches. May use
 * {@code time}.
 */
@NullMarked
package io.sluice.internal.roworder;

import org.jspecify.annotations.NullMarked;
