/** Compares pools by checking a connection out and back in. Each is measured in its own JVM. */
@NullMarked
package io.sluice.bench.connectioncycle;

import org.jspecify.annotations.NullMarked;
