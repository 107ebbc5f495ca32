/** Compares pools by opening their connections before they are needed. Each is measured in its own JVM. */
@NullMarked
package io.sluice.bench.warmup;

import org.jspecify.annotations.NullMarked;
