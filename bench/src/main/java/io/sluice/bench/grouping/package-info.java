/**
 * Measures the cost of finding each mutation's region, sorting by server and region, and encoding, as clusters grow.
 */
@NullMarked
package io.sluice.bench.grouping;

import org.jspecify.annotations.NullMarked;
