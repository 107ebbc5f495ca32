/** Measures the cost of taking a block and releasing it. */
@NullMarked
package io.sluice.bench.allocator;

import org.jspecify.annotations.NullMarked;
