/** What taking a block and giving it back costs. */
@NullMarked
package io.sluice.bench.allocator;

import org.jspecify.annotations.NullMarked;
