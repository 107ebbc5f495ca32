/** The flights of the main example, through Flink. Uses public packages only, and the main example's verification. */
@NullMarked
package io.sluice.examples.flink;

import org.jspecify.annotations.NullMarked;
