/** The flights of the main example, through Spark. Uses public packages only, and the main example's verification. */
@NullMarked
package io.sluice.examples.spark;

import org.jspecify.annotations.NullMarked;
