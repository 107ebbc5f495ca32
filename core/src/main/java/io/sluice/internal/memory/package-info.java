/**
 * Blocks of bytes and where they come from. Depends on {@code time}.
 */
@NullMarked
package io.sluice.internal.memory;

import org.jspecify.annotations.NullMarked;
