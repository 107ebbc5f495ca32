/**
 * Compares the library with its peers: the program {@code compare} and its comparisons. Depends on the packages below
 * it.
 */
@NullMarked
package io.sluice.bench;

import org.jspecify.annotations.NullMarked;
