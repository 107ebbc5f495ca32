/**
 * The mutator: mutations are buffered here until they are worth a request. May use {@code batch}, {@code memory},
 * {@code time}, {@code metrics}, {@code retry}, {@code settings}, the interfaces in {@code stream} and {@code sync}, and
 * {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.buffer;

import org.jspecify.annotations.NullMarked;
