/**
 * Measures the library beside its peers: the program {@code compare} and its comparisons. Depends on the packages below
 * it.
 */
@NullMarked
package io.sluice.bench;

import org.jspecify.annotations.NullMarked;
