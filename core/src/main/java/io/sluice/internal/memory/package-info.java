/**
 * Blocks of bytes and where they come from. Depends on nothing of ours.
 */
@NullMarked
package io.sluice.internal.memory;

import org.jspecify.annotations.NullMarked;
