/**
 * The mutator: where mutations wait until they are worth a request. May use {@code batch}, {@code memory}, {@code time},
 * {@code retry} and {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.buffer;

import org.jspecify.annotations.NullMarked;
