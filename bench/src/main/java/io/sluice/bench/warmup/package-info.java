/** Opening the connections of a pool before they are needed, beside other pools, each measured in a JVM of its own. */
@NullMarked
package io.sluice.bench.warmup;

import org.jspecify.annotations.NullMarked;
