/**
 * Measures the library beside its peers: the program {@code compare} and the comparisons it knows. Depends on the packages
 * below it.
 */
@NullMarked
package io.sluice.bench;

import org.jspecify.annotations.NullMarked;
