/** Compares opening the connections of a pool before they are needed with other pools, each measured in its own JVM. */
@NullMarked
package io.sluice.bench.warmup;

import org.jspecify.annotations.NullMarked;
