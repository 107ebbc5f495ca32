/**
 * Where regions are: an ordered snapshot per table in a bounded cache, and the port through which the cluster is asked.
 * The only package that knows Caffeine. May use {@code io.sluice}, {@code metrics}, {@code retry} and {@code internal.time}.
 */
@NullMarked
package io.sluice.internal.locate;

import org.jspecify.annotations.NullMarked;
