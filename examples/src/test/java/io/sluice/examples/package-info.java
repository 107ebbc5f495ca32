/** Tests of the examples. */
@NullMarked
package io.sluice.examples;

import org.jspecify.annotations.NullMarked;
