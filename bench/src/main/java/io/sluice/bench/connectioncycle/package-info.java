/** Compares checking a connection out of a pool and back in with other pools, each measured in its own JVM. */
@NullMarked
package io.sluice.bench.connectioncycle;

import org.jspecify.annotations.NullMarked;
