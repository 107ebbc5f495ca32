/**
 * A stream into a mutator, whose demand follows the memory budget. Knows the mutator as a {@code Sink}; may use
 * {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.stream;

import org.jspecify.annotations.NullMarked;
