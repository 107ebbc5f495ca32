/** Tests of the example. */
@NullMarked
package io.sluice.examples.flink;

import org.jspecify.annotations.NullMarked;
