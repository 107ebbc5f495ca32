/**
 * Where regions are: an ordered snapshot of each table in a bounded cache, and the port through which the cluster is asked.
 * The only package that uses Caffeine. May use {@code io.sluice}, {@code metrics}, {@code retry} and {@code internal.time}.
 */
@NullMarked
package io.sluice.internal.locate;

import org.jspecify.annotations.NullMarked;
