/** Checking a connection out of a pool and in again, beside other pools, each measured in a JVM of its own. */
@NullMarked
package io.sluice.bench.connectioncycle;

import org.jspecify.annotations.NullMarked;
