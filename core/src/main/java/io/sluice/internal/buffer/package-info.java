/**
 * The mutator: where mutations wait until they are worth a request. May use {@code batch}, {@code memory}, {@code time},
 * {@code metrics}, {@code retry}, the faces in {@code stream} and {@code sync}, and {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.buffer;

import org.jspecify.annotations.NullMarked;
