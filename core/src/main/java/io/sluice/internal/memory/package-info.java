/** Blocks of bytes, their pool, and the budget they count against. Depends on {@code time}. */
@NullMarked
package io.sluice.internal.memory;

import org.jspecify.annotations.NullMarked;
