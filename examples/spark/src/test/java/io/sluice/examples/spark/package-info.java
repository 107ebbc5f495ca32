/** Tests of the example. */
@NullMarked
package io.sluice.examples.spark;

import org.jspecify.annotations.NullMarked;
